import { FetchRequest, isError, JsonRpcProvider, Network } from 'ethers'
import type { ChainFailure } from '../../application/ports/chain.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { ChainTrouble } from './chain-trouble.ts'
import { payoutsInterface } from './payouts-contract.ts'

const patienceMs = 20_000

/** A node of the chain; which chain it must be is set, never found out. */
export const openNode = (rpcUrl: string, chainId: number): JsonRpcProvider => {
  const request = new FetchRequest(rpcUrl)
  request.timeout = patienceMs
  const staticNetwork = Network.from(chainId)
  return new JsonRpcProvider(request, staticNetwork, { staticNetwork, cacheTimeout: -1, batchMaxCount: 1 })
}

/** What a node answers; when it does not, only a word of why is kept: its own words name addresses and hold keys of providers. */
export const fromNode = <A>(doing: string, ask: () => Promise<A>): TE.TaskEither<ChainFailure, A> =>
  TE.tryCatch(ask, (error): ChainFailure => ({
    type: 'Unavailable',
    cause: new ChainTrouble(`the chain could not ${doing}: ${wordFor(error)}`),
  }))

const wordFor = (error: unknown): string => {
  if (error instanceof OtherChain) return 'another chain than the one set'
  if (isError(error, 'CALL_EXCEPTION'))
    return (error.data && payoutsInterface.parseError(error.data)?.name) ?? error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}

class OtherChain extends Error {}

/** A signature is good on one chain; money on another is other money. */
export const onlyOn = async (node: JsonRpcProvider, chainId: number): Promise<void> => {
  const answered = (await node.send('eth_chainId', [])) as string
  if (Number(answered) !== chainId) throw new OtherChain()
}
