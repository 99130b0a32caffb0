import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const loopback = /^(127\.|::1$|::ffff:127\.)/
/** What proxies add: behind one on this machine everybody seems to come from here. */
const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** Whether whoever asks runs the process: knows the token or, where none is set, asks from this very machine. */
export const isInsider =
  (token: string | null) =>
  ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
    token === null
      ? loopback.test(socket.remoteAddress ?? '') && forwarded.every((name) => headers[name] === undefined)
      : same(headers.authorization ?? '', `Bearer ${token}`)

const same = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
const digest = (text: string) => createHash('sha256').update(text).digest()
