import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials, status, type UntypedServiceImplementation } from '@grpc/grpc-js'
import { batchAppend } from './batch-append.ts'
import { commitCheck } from './commit-check.ts'
import { softDeletion, tombstoning } from './deleting.ts'
import { gossiping, supportedMethods } from './discovery.ts'
import { eventLog, type EventLog } from './event-log.ts'
import { type Call, faults, rpcError } from './faults.ts'
import { reading } from './reading.ts'
import { singleAppend } from './single-append.ts'

export interface StandIn {
  readonly log: EventLog
  readonly port: number
  readonly connectionString: string
  /** Every call met so far. */
  readonly calls: readonly Call[]
  readonly failNext: (call: Call, code?: status, details?: string, trailers?: Readonly<Record<string, string>>) => void
  /** The next append is stored and the connection breaks before the answer. */
  readonly loseNextAnswer: () => void
  /** The next append is stored, or the next read begun, and never answered. */
  readonly silenceNextAnswer: (call?: 'read') => void
  /** Cuts every connection; the log stays. */
  readonly stop: () => void
}

export interface StandInOptions {
  readonly log?: EventLog
  readonly port?: number
  /** False: a server old enough to know only `Append`. */
  readonly batches?: boolean
  /** Milliseconds it takes to send each event read. */
  readonly pace?: number
  /** For how many events it knows an append without a revision again. */
  readonly remembers?: number
}

/**
 * Speaks EventStoreDB's own gRPC protocol, on the service definitions its client ships. One node, in memory. Not
 * modelled: links, scavenging, access control, projections, persistent subscriptions, `fellBehind`, `$maxAge`. What it
 * promises was read in public sources, never compared with a running server: set ESDB_URL to do that.
 */
export const startStandIn = async ({
  log = eventLog(),
  port = 0,
  batches = true,
  pace = 0,
  remembers = 50_000,
}: StandInOptions = {}): Promise<StandIn> => {
  const check = commitCheck(log, remembers)
  const planned = faults()
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const services = [
    streamsService.StreamsService,
    featuresService.ServerFeaturesService,
    gossipService.GossipService,
  ] as const
  const streams: UntypedServiceImplementation = {
    read: reading(log, planned, pace),
    append: singleAppend(log, check, planned),
    delete: softDeletion(log, check, planned),
    tombstone: tombstoning(log, check, planned),
  }
  server.addService(services[0], batches ? { ...streams, batchAppend: batchAppend(log, check, planned) } : streams)
  server.addService(services[1], {
    getSupportedMethods: supportedMethods(planned, services, (method) => method === 'batchappend' && !batches),
  })
  server.addService(services[2], { read: gossiping(planned, () => bound) })
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    )
  })
  const appendCall = batches ? 'batchAppend' : 'append'

  return {
    log,
    port: bound,
    connectionString: `esdb://127.0.0.1:${bound}?tls=false`,
    calls: planned.calls,
    failNext: (call, code = status.UNAVAILABLE, details = 'injected', trailers = {}) =>
      planned.plan(call, { kind: 'refuse', error: rpcError(code, details, trailers) }),
    loseNextAnswer: () => planned.plan(appendCall, { kind: 'loseAnswer' }),
    silenceNextAnswer: (call) => planned.plan(call ?? appendCall, { kind: 'silence' }),
    stop: () => server.forceShutdown(),
  }
}
