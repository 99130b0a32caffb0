import { AsyncLocalStorage } from 'node:async_hooks'
import type { CommonQueryMethods, DatabasePool, Interceptor } from 'slonik'

/** The words of pg. */
const noFreeConnection = 'timeout exceeded when trying to connect'

const limitedMethods: Readonly<Record<keyof CommonQueryMethods | 'connect', true>> = {
  any: true,
  anyFirst: true,
  connect: true,
  exists: true,
  many: true,
  manyFirst: true,
  maybeOne: true,
  maybeOneFirst: true,
  one: true,
  oneFirst: true,
  query: true,
  record: true,
  stream: true,
  transaction: true,
}

type Method = (...parameters: readonly unknown[]) => Promise<unknown>

/**
 * Limits how long a call of a pool waits for one of its `size` connections, in milliseconds; then it rejects. In slonik,
 * calls wait without limit, and are forgotten if they wait while connections cannot be opened.
 */
export const limitedWaits = (size: number, waitMs: number) => {
  const places = limitedPlaces(size, waitMs)
  const currentCall = new AsyncLocalStorage<{ hasPlace: boolean }>()
  const limited =
    (method: Method): Method =>
    (...parameters) => {
      const call = { hasPlace: false }
      return currentCall.run(call, async () => {
        try {
          return await method(...parameters)
        } finally {
          if (call.hasPlace) places.leave()
        }
      })
    }

  return {
    /** Must be the last interceptor: the others wait without needing a connection. */
    interceptor: {
      name: 'limit-waits',
      beforePoolConnection: async () => {
        const call = currentCall.getStore()
        if (call === undefined || call.hasPlace) return null
        await places.enter()
        call.hasPlace = true
        return null
      },
    } satisfies Interceptor,
    limit: (pool: DatabasePool): DatabasePool =>
      new Proxy(pool, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          return Object.hasOwn(limitedMethods, name) ? limited(value as Method) : value
        },
      }),
  }
}

/** Those who wait enter in order. */
const limitedPlaces = (size: number, waitMs: number) => {
  const waiting = new Set<() => void>()
  let free = size
  return {
    enter: (): Promise<void> =>
      new Promise((resolve, reject) => {
        if (free > 0) {
          free--
          return resolve()
        }
        const enterNow = () => {
          clearTimeout(timer)
          waiting.delete(enterNow)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(enterNow)
          reject(new Error(noFreeConnection))
        }, waitMs)
        waiting.add(enterNow)
      }),
    leave: (): void => {
      const [next] = waiting
      if (next === undefined) free++
      else next()
    },
  }
}
