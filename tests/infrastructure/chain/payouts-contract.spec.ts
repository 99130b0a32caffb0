import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compiled } from '../../support/chain/compiled.ts'

const room = new URL('../../../infrastructure/chain/', import.meta.url)

// CONTRACT=new vitest run tests/infrastructure/chain: writes Payouts.json anew
it('Q-71: the deployed contract is compiled from the published source', () => {
  const { bytecode } = compiled(new URL('Payouts.sol', room), 'Payouts')
  const kept = new URL('Payouts.json', room)
  if (process.env['CONTRACT'] === 'new') writeFileSync(kept, `${JSON.stringify({ bytecode }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({ bytecode })
})
