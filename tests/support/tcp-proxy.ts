import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface TcpProxy {
  /** `url` with host and port of the proxy. */
  readonly urlThrough: (url: string) => string
  /** Cuts all connections; new ones are accepted. */
  readonly drop: () => void
  /** Sends FIN to the client of every connection and keeps the other direction open. */
  readonly halfClose: () => void
  /** Accepts connections and forwards nothing, like a network that has lost the host. */
  readonly blackhole: () => void
  /** Refuses new connections and cuts the existing ones. */
  readonly refuse: () => void
  /** Delays everything the server sends by `ms`. */
  readonly delay: (ms: number) => void
  /** Forwards again; connections of a blackhole stay dead. */
  readonly restore: () => void
  readonly connections: () => number
  /** How many were refused so far. */
  readonly refused: () => number
  readonly close: () => void
}

interface ProxiedConnection {
  readonly client: Socket
  readonly server: Socket
  dead: boolean
}

/** A TCP proxy in front of `target` that can fail in the ways networks do. */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  const { hostname, port } = new URL(target)
  const open = new Set<ProxiedConnection>()
  let mode: 'forward' | 'blackhole' | 'refuse' = 'forward'
  let delayMs = 0
  let refused = 0
  const forward = (connection: ProxiedConnection, to: Socket, data: Buffer) => {
    if (!connection.dead) to.write(data)
  }
  // A network does not hold back small packets until the other side acknowledges the ones before.
  const server = createServer({ noDelay: true }, (client) => {
    if (mode === 'refuse') {
      refused++
      return void client.destroy()
    }
    const upstream = connect({ port: Number(port), host: hostname, noDelay: true })
    const connection = { client, server: upstream, dead: mode === 'blackhole' }
    open.add(connection)
    const close = () => {
      if (!open.delete(connection)) return
      client.destroy()
      connection.server.destroy()
    }
    const closeUnlessDead = () => {
      if (!connection.dead) close()
    }
    client.on('data', (data) => forward(connection, connection.server, data))
    let forwarded: Promise<unknown> = Promise.resolve()
    connection.server.on('data', (data) => {
      const due = delayMs === 0 ? null : pause(delayMs)
      forwarded = Promise.all([forwarded, due]).then(() => forward(connection, client, data))
    })
    client.on('error', close).on('close', close)
    connection.server.on('error', closeUnlessDead).on('close', closeUnlessDead)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const { client, server: upstream } of open) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    urlThrough: (url) =>
      Object.assign(new URL(url), { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }).href,
    drop,
    halfClose: () => {
      for (const { client } of open) client.end()
    },
    blackhole: () => {
      mode = 'blackhole'
      for (const connection of open) connection.dead = true
    },
    refuse: () => {
      mode = 'refuse'
      drop()
    },
    delay: (ms) => (delayMs = ms),
    restore: () => {
      mode = 'forward'
      delayMs = 0
    },
    connections: () => open.size,
    refused: () => refused,
    close: () => {
      drop()
      server.close()
    },
  }
}
