import { Redis, type RedisOptions } from 'ioredis'

/** ioredis, told to end while it waits for its next attempt, would neither try again nor ever say that it has ended. */
class Endable extends Redis {
  override disconnect(reconnect = false): void {
    if (reconnect || this.status !== 'reconnecting') return super.disconnect(reconnect)
    this.options.retryStrategy = () => null
    this.once('connect', () => super.disconnect())
  }
}

export interface RedisLine {
  readonly redis: Redis
  /** Ends this connection and its duplicates; what was not answered yet fails. */
  readonly cut: () => void
}

type Settings = Omit<RedisOptions, 'replyMapping'>

export const redisLine = (url: string, settings: Settings): RedisLine => {
  const opened: Redis[] = []
  const open = (more: Settings = {}): Redis => {
    const redis = new Endable(url, { ...settings, ...more })
    redis.on('error', () => undefined)
    redis.duplicate = open
    opened.push(redis)
    return redis
  }
  return {
    redis: open(),
    cut: () => {
      for (const redis of opened) redis.disconnect()
    },
  }
}
