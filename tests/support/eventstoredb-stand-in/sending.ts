import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** Writes when the client is ready for more; false when it has gone. */
export const send = (call: ReadCall, response: ReadResp): Promise<boolean> => {
  if (call.cancelled || call.destroyed) return Promise.resolve(false)
  if (call.write(response)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = () => {
      call.off('drain', settle).off('cancelled', settle).off('close', settle)
      resolve(!call.cancelled && !call.destroyed)
    }
    call.on('drain', settle).on('cancelled', settle).on('close', settle)
  })
}
