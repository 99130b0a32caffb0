import { Metadata, status, type ServiceError } from '@grpc/grpc-js'

/** The calls that the stand-in counts and can make fail. */
export type ProtocolCall = 'append' | 'batchAppend' | 'read' | 'delete' | 'features' | 'gossip'

/**
 * `refuse`: nothing is stored. All others store the append: `loseAnswer` breaks the connection before the response,
 * `silence` sends none, `delayAnswer` sends it late, `timeOut` reports that the followers did not confirm in time,
 * `omitPosition` reports success without a position.
 */
type Fault =
  | { readonly kind: 'refuse'; readonly error: ServiceError }
  | { readonly kind: 'delayAnswer'; readonly ms: number }
  | { readonly kind: 'loseAnswer' | 'silence' | 'timeOut' | 'omitPosition' }

export interface Faults {
  readonly calls: readonly ProtocolCall[]
  readonly plan: (call: ProtocolCall, fault: Fault) => void
  /** Records the call and takes the next fault planned for it. */
  readonly takeFault: (call: ProtocolCall) => Fault | undefined
}

export const plannedFaults = (): Faults => {
  const calls: ProtocolCall[] = []
  const planned: { readonly call: ProtocolCall; readonly fault: Fault }[] = []
  return {
    calls,
    plan: (call, fault) => planned.push({ call, fault }),
    takeFault: (call) => {
      calls.push(call)
      const index = planned.findIndex((one) => one.call === call)
      return index === -1 ? undefined : planned.splice(index, 1)[0]?.fault
    },
  }
}

/** An error as the server sends it, with its kind in the trailing metadata. */
export const rpcError = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}) => {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata }) satisfies ServiceError
}

export const connectionLost = () => rpcError(status.UNAVAILABLE, 'Connection dropped')

export const streamDeleted = (stream: string) =>
  rpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const notReady = () => rpcError(status.UNAVAILABLE, 'Server Is Not Ready')

export const notLeader = (leaderPort: number) =>
  rpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  })
