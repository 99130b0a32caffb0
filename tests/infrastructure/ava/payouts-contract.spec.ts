import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileContract } from '../../support/ava/test-chain.ts'

const folder = new URL('../../../infrastructure/ava/', import.meta.url)

// CONTRACT=new vitest run tests/infrastructure/ava: regenerates Payouts.json
it('Q-71: the deployed contract is compiled from the published source', () => {
  const { bytecode } = compileContract(new URL('Payouts.sol', folder), 'Payouts')
  const artifact = new URL('Payouts.json', folder)
  if (process.env['CONTRACT'] === 'new') writeFileSync(artifact, `${JSON.stringify({ bytecode }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(artifact, 'utf8'))).toEqual({ bytecode })
})
