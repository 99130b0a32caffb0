import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ethersChain } from '../../../infrastructure/ava/ethers-chain.ts'
import { unwrap } from '../../support/application.ts'
import { startTestChain } from '../../support/ava/test-chain.ts'

let testChain: Awaited<ReturnType<typeof startTestChain>>
beforeAll(async () => {
  testChain = await startTestChain()
})
afterAll(() => testChain.stop())

const runDeploy = (env: Readonly<Record<string, string>>) =>
  execFileSync('node', ['infrastructure/cli/main.ts', 'payouts', 'deploy'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: 'pipe',
  })

describe('deploying the payouts contract', () => {
  it('B-37, Q-71: puts the contract on the chain so that the wallet can pay', async () => {
    const { settings, environment, give, mine, newAddress, balanceOf } = await testChain.open()
    await testChain.automine(true)
    const { AVA_PAYOUTS_ADDRESS: _, ...withoutContract } = environment
    const output = runDeploy(withoutContract)
    const [, payouts = ''] = /^AVA_PAYOUTS_ADDRESS=(0x[0-9a-fA-F]{40})$/m.exec(output) ?? []
    expect(payouts).not.toBe('')
    expect(output).not.toContain(settings.privateKey.slice(2))

    await give(20)
    const [ana, chain] = [newAddress(), ethersChain({ ...settings, payouts })]
    const signed = unwrap(await chain.sign('2026-11-21', [{ to: ana, amount: 20 }])())
    unwrap(await chain.send(signed)())
    await mine(2)
    expect(await balanceOf(ana)).toBe(20)
    chain.close()
    await testChain.automine(false)
  })

  it('reports missing settings', () => expect(() => runDeploy({})).toThrow(/Set EVM_RPC_URL/))
})
