// The development node of EVM chains: blocks are mined by `clearwater chains` and `clearwater dev mine` alone.
module.exports = {
  solidity: "0.8.37",
  networks: {
    hardhat: {
      chainId: Number(process.env.CHAIN_ID),
      hardfork: "prague",
      mining: { auto: false, interval: 0, mempool: { order: "fifo" } },
      accounts: {
        mnemonic: process.env.MNEMONIC,
        path: "m/44'/60'/9'/0",
        count: 1,
        accountsBalance: "1000000000000000000000000000",
      },
      allowBlocksWithSameTimestamp: true,
    },
  },
};
