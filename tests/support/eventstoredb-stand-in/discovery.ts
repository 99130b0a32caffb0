import { randomUUID } from 'node:crypto'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall, ServiceDefinition } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'

/** `GetSupportedMethods`: what the client looks at before it chooses `BatchAppend` or `Append`. */
export const supportedMethods =
  (
    faults: Faults,
    services: readonly ServiceDefinition[],
    isMissing: (method: string) => boolean,
  ): handleUnaryCall<shared.Empty, features.SupportedMethods> =>
  (_, answer) => {
    const fault = faults.meet('features')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const methods = services.flatMap((service) =>
      Object.values(service).flatMap(({ path }) => {
        const [, name = '', method = ''] = path.toLowerCase().split('/')
        return isMissing(method)
          ? []
          : [new features.SupportedMethod().setServiceName(name).setMethodName(method).setFeaturesList(known(method))]
      }),
    )
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods))
  }

const known = (method: string) => (method === 'read' ? ['position', 'events'] : [])

/** `Gossip.Read`: a cluster of this one node. */
export const gossiping =
  (faults: Faults, port: () => number): handleUnaryCall<shared.Empty, gossip.ClusterInfo> =>
  (_, answer) => {
    const fault = faults.meet('gossip')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const leader = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setTimeStamp('0')
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port()))
    answer(null, new gossip.ClusterInfo().setMembersList([leader]))
  }
