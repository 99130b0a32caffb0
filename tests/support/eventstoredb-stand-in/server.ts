import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import { commitCheck, createEventLog, type EventLog } from './event-log.ts'
import { type Faults, plannedFaults, type ProtocolCall, rpcError } from './faults.ts'
import { handleRead } from './read-handlers.ts'
import { handleAppend, handleBatchAppend, handleDelete, handleTombstone } from './write-handlers.ts'

/** `GetSupportedMethods`: lets the client choose between `BatchAppend` and `Append`. */
const handleSupportedMethods =
  (
    faults: Faults,
    services: readonly ServiceDefinition[],
    isMissing: (method: string) => boolean,
  ): handleUnaryCall<shared.Empty, features.SupportedMethods> =>
  (_, answer) => {
    const fault = faults.takeFault('features')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const methods = services.flatMap((service) =>
      Object.values(service).flatMap(({ path }) => {
        const [, name = '', method = ''] = path.toLowerCase().split('/')
        return isMissing(method)
          ? []
          : [
              new features.SupportedMethod()
                .setServiceName(name)
                .setMethodName(method)
                .setFeaturesList(featuresOf(method)),
            ]
      }),
    )
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods))
  }

const featuresOf = (method: string) => (method === 'read' ? ['position', 'events'] : [])

/** `Gossip.Read`: a cluster of this one node. */
const handleGossip =
  (faults: Faults, port: () => number): handleUnaryCall<shared.Empty, gossip.ClusterInfo> =>
  (_, answer) => {
    const fault = faults.takeFault('gossip')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const leader = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setTimeStamp('0')
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port()))
    answer(null, new gossip.ClusterInfo().setMembersList([leader]))
  }

export interface EventStoreDbStandIn {
  readonly log: EventLog
  readonly port: number
  readonly connectionString: string
  /** All calls so far. */
  readonly calls: readonly ProtocolCall[]
  readonly failNext: (
    call: ProtocolCall,
    code?: status,
    details?: string,
    trailers?: Readonly<Record<string, string>>,
  ) => void
  /** The next append is stored, but the connection breaks before the response. */
  readonly loseNextAnswer: () => void
  /** The next append is stored, or the next read started, without a response. */
  readonly silenceNextAnswer: (call?: 'read') => void
  /** Closes every connection; the log stays. */
  readonly stop: () => void
}

export interface StandInOptions {
  readonly log?: EventLog
  readonly port?: number
  /** False for a server that only implements `Append`. */
  readonly supportsBatchAppend?: boolean
  /** Delay per event read, in milliseconds. */
  readonly delayPerEventMs?: number
  /** Number of events for which an append without a revision is recognised. */
  readonly idempotencyWindow?: number
}

/**
 * Implements EventStoreDB's gRPC protocol with the service definitions of its client: a single node in memory. Not
 * modelled: links, scavenging, access control, projections, persistent subscriptions, `fellBehind`, `$maxAge`. Its
 * behaviour follows public sources and has not been verified against a real server; set ESDB_URL to do so.
 */
export const startEventStoreDbStandIn = async ({
  log = createEventLog(),
  port = 0,
  supportsBatchAppend = true,
  delayPerEventMs = 0,
  idempotencyWindow = 50_000,
}: StandInOptions = {}): Promise<EventStoreDbStandIn> => {
  const check = commitCheck(log, idempotencyWindow)
  const planned = plannedFaults()
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const services = [
    streamsService.StreamsService,
    featuresService.ServerFeaturesService,
    gossipService.GossipService,
  ] as const
  const streams: UntypedServiceImplementation = {
    read: handleRead(log, planned, delayPerEventMs),
    append: handleAppend(log, check, planned),
    delete: handleDelete(log, check, planned),
    tombstone: handleTombstone(log, check, planned),
  }
  server.addService(
    services[0],
    supportsBatchAppend ? { ...streams, batchAppend: handleBatchAppend(log, check, planned) } : streams,
  )
  server.addService(services[1], {
    getSupportedMethods: handleSupportedMethods(
      planned,
      services,
      (method) => method === 'batchappend' && !supportsBatchAppend,
    ),
  })
  server.addService(services[2], { read: handleGossip(planned, () => bound) })
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    )
  })
  const appendCall = supportsBatchAppend ? 'batchAppend' : 'append'

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
