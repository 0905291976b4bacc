// Prints the compiled test tokens as JSON: node compile.js > ../clearwater/adapters/chains/development_tokens.json
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const solc = require("solc");

const source = readFileSync(join(__dirname, "Tokens.sol"), "utf8");
const input = {
  language: "Solidity",
  sources: { "Tokens.sol": { content: source } },
  settings: {
    evmVersion: "paris",
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const problems = output.errors ?? [];
if (problems.length > 0) {
  console.error(problems.map((problem) => problem.formattedMessage).join("\n"));
  process.exit(1);
}
const contracts = {};
for (const [name, contract] of Object.entries(output.contracts["Tokens.sol"])) {
  if (contract.evm.bytecode.object) {
    contracts[name] = { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
  }
}
const sourceSha256 = createHash("sha256").update(source).digest("hex");
console.log(JSON.stringify({ compiler: solc.version(), source_sha256: sourceSha256, contracts }, null, 1));
