import type { Register } from '../commands.ts'

/** What must be on the chain before AVA can leave. */
export const payoutCommands: Register = (program, config) => {
  program
    .command('payouts')
    .description('the way out of AVA')
    .command('deploy')
    .description('puts the contract that pays batches on the chain and lets it move the company wallet’s AVA')
    .action(async () => {
      const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey } = config()
      const { AVA_TOKEN_ADDRESS: token } = config()
      if (!rpcUrl || !chainId || !privateKey || !token)
        throw new Error('Set EVM_RPC_URL, EVM_CHAIN_ID, EVM_PRIVATE_KEY and AVA_TOKEN_ADDRESS first.')
      const { deployPayouts } = await import('../../chain/deploy-payouts.ts')
      const address = await deployPayouts({ rpcUrl, chainId, privateKey, token })
      console.log(`AVA_PAYOUTS_ADDRESS=${address}`)
    })
}
