import { readFileSync } from 'node:fs'
import type { InterfaceAbi } from 'ethers'
import solc from 'solc'

interface Compiled {
  readonly abi: InterfaceAbi
  readonly bytecode: string
}

/** What a contract's source comes to, the same on every machine. */
export const compiled = (source: URL, contract: string): Compiled => {
  const input = {
    language: 'Solidity',
    sources: { source: { content: readFileSync(source, 'utf8') } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const compile = solc.compile as (input: string) => string
  const { contracts, errors } = JSON.parse(compile(JSON.stringify(input))) as Output
  const made = contracts?.['source']?.[contract]
  if (made === undefined || errors !== undefined)
    throw new Error(`${contract} does not compile: ${JSON.stringify(errors)}`)
  return { abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` }
}

interface Output {
  readonly contracts?: Record<
    string,
    Record<string, { readonly abi: InterfaceAbi; readonly evm: { readonly bytecode: { readonly object: string } } }>
  >
  readonly errors?: unknown
}
