// The development node of EVM chains: blocks are mined by `clearwater chains` and `clearwater dev mine` alone.
const chainId = Number(process.env.CHAIN_ID);

module.exports = {
  solidity: "0.8.37",
  networks: {
    hardhat: {
      chainId,
      hardfork: "prague",
      mining: { auto: false, interval: 0, mempool: { order: "fifo" } },
      accounts: {
        mnemonic: process.env.MNEMONIC,
        path: "m/44'/60'/9'/0",
        count: 1,
        // The first block of two chains differs, even when they start in the same second.
        accountsBalance: String(10n ** 27n + BigInt(chainId)),
      },
      allowBlocksWithSameTimestamp: true,
    },
  },
};
