import { Contract, ContractFactory, JsonRpcProvider, MaxUint256, Network, Wallet } from 'ethers'
import { ethersChain, type ChainSettings } from '../../../infrastructure/chain/ethers-chain.ts'
import { payoutsBytecode } from '../../../infrastructure/chain/payouts-contract.ts'
import type { Bank } from '../../contract/chain/chain.contract.ts'
import { startAnvil } from './anvil.ts'
import { compiled } from './compiled.ts'

/** Anvil's first account, known to everybody. */
const rich = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const unit = 1_000_000n

interface Funded extends Bank {
  readonly settings: ChainSettings
  /** What a Garbo that pays from it is started with. */
  readonly environment: Readonly<Record<string, string>>
}

/** A node with a token and our contract on it; every bank on it has a wallet of its own. */
export const startMint = async () => {
  const { url, chainId, stop } = await startAnvil()
  const staticNetwork = Network.from(chainId)
  const node = new JsonRpcProvider(url, staticNetwork, { staticNetwork, cacheTimeout: -1, pollingInterval: 20 })
  const mine = async (blocks: number) => void (await node.send('anvil_mine', [`0x${blocks.toString(16)}`]))
  const built = compiled(new URL('Token.sol', import.meta.url), 'Token')
  const deploy = async (abi: ConstructorParameters<typeof ContractFactory>[0], bytecode: string) => {
    const contract = await new ContractFactory(abi, bytecode, new Wallet(rich, node)).deploy()
    await mine(1)
    return contract.getAddress()
  }
  const token = await deploy(built.abi, built.bytecode)
  const payouts = await deploy([], payoutsBytecode())
  const tokenBy = (wallet: Wallet) => new Contract(token, built.abi, wallet)

  const change = async (how: 'mint' | 'burn', whose: string, amount: number) => {
    await tokenBy(new Wallet(rich, node)).getFunction(how)(whose, BigInt(amount) * unit)
    await mine(1)
  }

  const open = async (): Promise<Funded> => {
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
      again: () => ethersChain(settings),
      balanceOf: async (address) =>
        Number(((await tokenBy(wallet).getFunction('balanceOf')(address)) as bigint) / unit),
      mine,
      spendByHand: async ({ nonce }) => {
        await wallet.sendTransaction({ to: wallet.address, value: 0, nonce })
      },
      give: (amount) => change('mint', wallet.address, amount),
      take: (amount) => change('burn', wallet.address, amount),
      someone: () => Wallet.createRandom().address,
      barred: () => token,
      unreachable: () => ethersChain({ ...settings, rpcUrl: 'http://127.0.0.1:9' }),
      ofAnotherChain: () => ethersChain({ ...settings, chainId: 1 }),
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
