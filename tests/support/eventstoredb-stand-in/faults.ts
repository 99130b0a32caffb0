import { Metadata, status, type ServiceError } from '@grpc/grpc-js'

/** The calls that the stand-in counts and can make fail. */
export type ProtocolCall = 'append' | 'batchAppend' | 'read' | 'delete' | 'features' | 'gossip'

/**
 * `refuse`: nothing is stored. `loseAnswer`: stored, but the connection breaks before the response. `silence`: stored,
 * but there is no response.
 */
type Fault =
  | { readonly kind: 'refuse'; readonly error: ServiceError }
  | { readonly kind: 'loseAnswer' }
  | { readonly kind: 'silence' }

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
