import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { ethersChain } from '../../../infrastructure/ava/ethers-chain.ts'
import { unwrap } from '../../support/application.ts'
import { startTestChain } from '../../support/ava/test-chain.ts'
import { chainContract } from './chain.contract.ts'

const mint = await startTestChain()
afterAll(() => mint.stop())

chainContract('ethers, on a real EVM node,', () => mint.open())

it('a token that reverts for every address is not the fault of one address', async () => {
  const { settings, someone } = await mint.open()
  const chain = ethersChain({ ...settings, token: settings.payouts })
  expect(unwrap(await chain.acceptsAddress(someone())())).toBe(true)
  chain.close()
})

it('a revert without a reason counts as a refusal, as other nodes report it', async () => {
  const { settings, someone } = await mint.open()
  const barred = someone()
  const told = async (request: IncomingMessage, answer: ServerResponse) => {
    const said = await text(request)
    const { id, method } = JSON.parse(said) as { id: number; method: string }
    const refused = { error: { code: -32_000, message: 'execution reverted' } }
    const result = method === 'eth_chainId' ? `0x${settings.chainId.toString(16)}` : '0x'
    const outcome = said.includes(barred.slice(2).toLowerCase()) ? refused : { result }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }
  const node = createServer((request, answer) => void told(request, answer)).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const chain = ethersChain({ ...settings, rpcUrl: `http://127.0.0.1:${(node.address() as AddressInfo).port}` })
  expect(unwrap(await chain.acceptsAddress(someone())())).toBe(true)
  expect(unwrap(await chain.acceptsAddress(barred)())).toBe(false)
  chain.close()
  node.closeAllConnections()
  node.close()
})
