import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { ethersChain } from '../../../infrastructure/ava/ethers-chain.ts'
import { unwrap } from '../../support/application.ts'
import { startTestChain } from '../../support/ava/test-chain.ts'
import { chainContract } from './chain.contract.ts'

const testChain = await startTestChain()
afterAll(() => testChain.stop())

chainContract('ethers, on a real EVM node,', () => testChain.open())

it('an address is accepted when the token reverts for every address', async () => {
  const { settings, newAddress } = await testChain.open()
  const chain = ethersChain({ ...settings, token: settings.payouts })
  expect(unwrap(await chain.acceptsAddress(newAddress())())).toBe(true)
  chain.close()
})

it('an address is rejected when the node reports a revert without a reason', async () => {
  const { settings, newAddress } = await testChain.open()
  const rejectedAddress = newAddress()
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const refused = { error: { code: -32_000, message: 'execution reverted' } }
    const result = method === 'eth_chainId' ? `0x${settings.chainId.toString(16)}` : '0x'
    const outcome = body.includes(rejectedAddress.slice(2).toLowerCase()) ? refused : { result }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }
  const node = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const chain = ethersChain({ ...settings, rpcUrl: `http://127.0.0.1:${(node.address() as AddressInfo).port}` })
  expect(unwrap(await chain.acceptsAddress(newAddress())())).toBe(true)
  expect(unwrap(await chain.acceptsAddress(rejectedAddress)())).toBe(false)
  chain.close()
  node.closeAllConnections()
  node.close()
})
