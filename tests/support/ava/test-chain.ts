import { Contract, ContractFactory, type InterfaceAbi, JsonRpcProvider, MaxUint256, Network, Wallet } from 'ethers'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import { type ChainSettings, ethersChain, payoutsBytecode } from '../../../infrastructure/ava/ethers-chain.ts'
import type { ChainUnderTest } from '../../contract/chain/chain.contract.ts'

/** Starts a local EVM node that mines on request. */
const startAnvil = async () => {
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${cpuArchitecture}/bin/anvil`,
  )
  const server = spawn(program, ['--port', '0', '--no-mining'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let url = ''
  for await (const line of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    const [, address] = /Listening on (\S+)/.exec(String(line)) ?? []
    if (address !== undefined) url = `http://${address}`
    if (url !== '') break
  }
  server.stdout.resume()
  return {
    url,
    chainId: 31_337,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

const cpuArchitecture = process.arch === 'x64' ? 'amd64' : process.arch

interface CompiledContract {
  readonly abi: InterfaceAbi
  readonly bytecode: string
}

/** Compiles a contract reproducibly. */
export const compileContract = (source: URL, contract: string): CompiledContract => {
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
  const { contracts, errors } = JSON.parse(compile(JSON.stringify(input))) as CompilerOutput
  const made = contracts?.['source']?.[contract]
  if (made === undefined || errors !== undefined)
    throw new Error(`${contract} does not compile: ${JSON.stringify(errors)}`)
  return { abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` }
}

interface CompilerOutput {
  readonly contracts?: Record<
    string,
    Record<string, { readonly abi: InterfaceAbi; readonly evm: { readonly bytecode: { readonly object: string } } }>
  >
  readonly errors?: unknown
}

/** Anvil's well-known first account. */
const funderKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const tokenUnit = 1_000_000n

interface FundedBank extends ChainUnderTest {
  readonly settings: ChainSettings
  /** Settings of a Garbo that pays from this chain. */
  readonly environment: Readonly<Record<string, string>>
}

/** A node with the token and the payout contract; each test chain has a separate wallet. */
export const startTestChain = async () => {
  const { url, chainId, stop } = await startAnvil()
  const staticNetwork = Network.from(chainId)
  const node = new JsonRpcProvider(url, staticNetwork, { staticNetwork, cacheTimeout: -1, pollingInterval: 20 })
  const mine = async (blocks: number) => void (await node.send('anvil_mine', [`0x${blocks.toString(16)}`]))
  const built = compileContract(new URL('Token.sol', import.meta.url), 'Token')
  const deploy = async (abi: ConstructorParameters<typeof ContractFactory>[0], bytecode: string) => {
    const contract = await new ContractFactory(abi, bytecode, new Wallet(funderKey, node)).deploy()
    await mine(1)
    return contract.getAddress()
  }
  const token = await deploy(built.abi, built.bytecode)
  const payouts = await deploy([], payoutsBytecode())
  const tokenBy = (wallet: Wallet) => new Contract(token, built.abi, wallet)

  const change = async (how: 'mint' | 'burn', owner: string, amount: number) => {
    await tokenBy(new Wallet(funderKey, node)).getFunction(how)(owner, BigInt(amount) * tokenUnit)
    await mine(1)
  }

  const open = async (): Promise<FundedBank> => {
    const wallet = new Wallet(Wallet.createRandom().privateKey, node)
    await node.send('anvil_setBalance', [wallet.address, '0xde0b6b3a7640000'])
    await tokenBy(wallet).getFunction('approve')(payouts, MaxUint256)
    await mine(1)
    const settings = { rpcUrl: url, chainId, privateKey: wallet.privateKey, token, payouts, confirmations: 2 }
    return {
      settings,
      environment: {
        EVM_RPC_URL: url,
        EVM_CHAIN_ID: `${chainId}`,
        EVM_PRIVATE_KEY: wallet.privateKey,
        AVA_TOKEN_ADDRESS: token,
        AVA_PAYOUTS_ADDRESS: payouts,
      },
      chain: ethersChain(settings),
      reopen: () => ethersChain(settings),
      balanceOf: async (address) =>
        Number(((await tokenBy(wallet).getFunction('balanceOf')(address)) as bigint) / tokenUnit),
      mine,
      spendByHand: async ({ nonce }) => {
        await wallet.sendTransaction({ to: wallet.address, value: 0, nonce })
      },
      give: (amount) => change('mint', wallet.address, amount),
      take: (amount) => change('burn', wallet.address, amount),
      newAddress: () => Wallet.createRandom().address,
      rejectedAddress: () => token,
      unreachable: () => ethersChain({ ...settings, rpcUrl: 'http://127.0.0.1:9' }),
      onAnotherChain: () => ethersChain({ ...settings, chainId: 1 }),
    }
  }

  return {
    open,
    automine: async (on: boolean) => void (await node.send('evm_setAutomine', [on])),
    stop: async () => {
      node.destroy()
      await stop()
    },
  }
}
