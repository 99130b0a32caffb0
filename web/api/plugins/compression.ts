import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { endpointOf } from '../request.ts'

/** Smaller bodies fit in one packet anyway. */
const minimumBytes = 1024
const compressibleType = /^(?:text\/(?!event-stream)|application\/(?:json|javascript)\b|image\/svg\+xml)/

const encoders: Readonly<Record<'br' | 'gzip', () => Transform>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
}

/**
 * Streams texts compressed to clients that accept it. Never compresses responses with a secret, whose length would reveal
 * it (BREACH), and server-sent events, which a compressor would hold back. Built files have been compressed before.
 */
export const registerCompression = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload)
    addVaryHeader(reply)
    const encoding = acceptedEncoding(request)
    if (encoding === null) return done(null, payload)
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    const source = payload instanceof Readable ? payload : Readable.from([payload], { objectMode: false })
    // an error of the source ends the response early; Fastify sees it on the encoder
    done(
      null,
      pipeline(source, encoders[encoding](), () => undefined),
    )
  })
}

const isCompressible = (request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string | Readable =>
  request.method !== 'HEAD' &&
  endpointOf(request)?.respondsWithSecret !== true &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('content-range') &&
  compressibleType.test(String(reply.getHeader('content-type'))) &&
  (payload instanceof Readable || ((typeof payload === 'string' || Buffer.isBuffer(payload)) && isLong(payload)))

const isLong = (payload: string | Buffer): boolean =>
  payload.length >= minimumBytes || Buffer.byteLength(payload) >= minimumBytes

/** Caches must not hand a compressed response to clients that cannot read it. */
const addVaryHeader = (reply: FastifyReply): void => {
  const vary = reply.getHeader('vary')
  void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
}

/** Brotli if accepted, otherwise gzip; null if neither is. */
export const acceptedEncoding = ({ headers }: Pick<FastifyRequest, 'headers'>): 'br' | 'gzip' | null => {
  const entries = (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
  const accepted = new Set(entries.map((entry) => entry.split(';')[0]?.trim()))
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}
