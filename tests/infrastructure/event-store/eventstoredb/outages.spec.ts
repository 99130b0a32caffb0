import { status } from '@grpc/grpc-js'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, idsOf, listen, ok, unlessSilent } from '../../../contract/event-store/test-kit.ts'
import { startTcpProxy } from '../../../support/tcp-proxy.ts'
import { appendModes, appendUntilKnown, openStore, restartServer, standInServer } from './stand-in-server.ts'

const forms = [
  ['one node', (port: number) => `esdb://127.0.0.1:${port}?tls=false`],
  ['discovery', (port: number) => `esdb+discover://127.0.0.1:${port}?tls=false&gossipTimeout=1&discoveryInterval=10`],
] as const

describe.each(forms)('with %s', (_, urlOf) => {
  it.each(appendModes)('a server that restarts loses and repeats nothing (%s)', async (_, batches) => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(urlOf(standIn.port))
    const reader = listen(store, 'wallet', null)
    const written = events(4)
    await ok(store.append('wallet-1', 'none', written.slice(0, 2)))
    await reader.until(2)
    standIn.stop()
    const whileDown = appendUntilKnown(store, 'wallet-1', 2, written.slice(2, 3))
    const anyWhileDown = appendUntilKnown(store, 'wallet-2', 'any', written.slice(3))
    expect(await store.read('wallet-1')()).toMatchObject(E.left({ type: 'Unavailable' }))
    await restartServer(standIn, { supportsBatchAppend: batches })
    expect([(await whileDown).version, (await anyWhileDown).version]).toEqual([3, 1])
    await reader.until(4)
    const last = event()
    await ok(store.append('wallet-1', 3, [last]))
    await reader.until(5)
    expect(idsOf(await reader.stop()).toSorted()).toEqual(idsOf([...written, last]).toSorted())
    expect(idsOf(await ok(store.read('wallet-1')))).toEqual(idsOf([...written.slice(0, 3), last]))
  })

  it('an unreachable server at the first call is an error, and the store works once it is up', async () => {
    const standIn = await standInServer()
    standIn.stop()
    const store = openStore(urlOf(standIn.port))
    const reader = listen(store, 'wallet', null)
    const first = event()
    expect(await store.append('wallet-1', 'none', [first])()).toMatchObject(E.left({ type: 'Unavailable' }))
    expect(await store.read('wallet-1')()).toMatchObject(E.left({ type: 'Unavailable' }))
    await restartServer(standIn)
    expect(await appendUntilKnown(store, 'wallet-1', 'none', [first])).toMatchObject({ version: 1 })
    expect(idsOf(await reader.until(1))).toEqual([first.id])
    await reader.stop()
  })
})

it.each(forms)(
  'a host that accepts connections without answering is Unavailable after a timeout (%s)',
  async (_, urlOf) => {
    const silentServer = createServer((socket) => onTestFinished(() => void socket.destroy())).listen(0, '127.0.0.1')
    onTestFinished(() => void silentServer.close())
    await new Promise((resolve) => silentServer.once('listening', resolve))
    const store = openStore(`${urlOf((silentServer.address() as AddressInfo).port)}&defaultDeadline=100`)
    const unavailable = E.left({ type: 'Unavailable' })
    const follower = listen(store, '', null)
    const requests = [
      store.read('wallet-1'),
      store.head(),
      ...(['none', 1, 'any'] as const).map((expected) => store.append('wallet-1', expected, [event()])),
    ]
    for (const answer of await Promise.all(requests.map((request) => request())))
      expect(answer).toMatchObject(unavailable)
    expect(await follower.stop()).toEqual([])
    const patientStore = openStore(`${urlOf((silentServer.address() as AddressInfo).port)}&defaultDeadline=3600000`)
    expect(await listen(patientStore, '', null).stop()).toEqual([])
    await patientStore.close()
  },
)

it('a read without a response is retried, a slow one is not interrupted', async () => {
  const standIn = await standInServer({ delayPerEventMs: 5 })
  const store = openStore(`${standIn.connectionString}&defaultDeadline=500`)
  const written = events(200)
  await ok(store.append('wallet-1', 'none', written))
  standIn.silenceNextAnswer('read')
  expect(idsOf(await ok(store.read('wallet-1')))).toEqual(idsOf(written))
})

it.each(appendModes)(
  'a network that loses packets is left after one deadline, not when the connection is noticed to be dead (%s)',
  async (_, batches) => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const proxy = await startTcpProxy(standIn.connectionString)
    onTestFinished(proxy.close)
    const store = openStore(`${proxy.urlThrough(standIn.connectionString)}&defaultDeadline=300`)
    const reader = listen(store, 'wallet', null)
    await ok(store.append('wallet-1', 'none', [event()]))
    await reader.until(1)
    proxy.blackhole()
    const written = events(3)
    const appends = written.map((one) => appendUntilKnown(store, 'wallet-1', 'any', [one]))
    expect(await store.read('wallet-1')()).toMatchObject(E.left({ type: 'Unavailable' }))
    // Connections of the lost network stay dead
    proxy.restore()
    await Promise.all(appends)
    expect(await ok(store.read('wallet-1'))).toHaveLength(4)
    expect(
      idsOf(await reader.until(4))
        .slice(1)
        .toSorted(),
    ).toEqual(idsOf(written).toSorted())
    await reader.stop()
  },
)

it('a subscription that nothing else keeps alive notices a lost network by itself, after two deadlines', async () => {
  const standIn = await standInServer()
  const proxy = await startTcpProxy(standIn.connectionString)
  onTestFinished(proxy.close)
  const onlyReading = openStore(`${proxy.urlThrough(standIn.connectionString)}&defaultDeadline=300`)
  const writing = openStore(standIn.connectionString)
  const reader = listen(onlyReading, 'wallet', null)
  const [first, second] = [event(), event()]
  await ok(writing.append('wallet-1', 'none', [first]))
  await reader.until(1)
  proxy.blackhole()
  proxy.restore()
  await ok(writing.append('wallet-1', 1, [second]))
  expect(idsOf(await unlessSilent(reader.until(2)))).toEqual(idsOf([first, second]))
  await reader.stop()
})

it('R33: closing waits for requests in flight', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  await ok(store.append('wallet', 'none', [event()]))
  const inFlight = events(50).map((written, n) => store.append(`wallet-${n}`, 'none', [written])())
  await store.close()
  expect((await Promise.all(inFlight)).filter(E.isLeft)).toEqual([])
})

it('closing ends the subscriptions of the store', async () => {
  const store = openStore((await standInServer()).connectionString)
  await ok(store.append('wallet-1', 'none', [event()]))
  const pages = store.subscribe(null, new AbortController().signal)[Symbol.asyncIterator]()
  expect(await unlessSilent(pages.next())).toMatchObject({ done: false })
  const next = pages.next()
  await store.close()
  expect(await unlessSilent(next)).toMatchObject({ done: true })
})

it('the server’s features are requested again when the first request fails', async () => {
  const standIn = await standInServer()
  for (let n = 0; n < 3; n++) standIn.failNext('features', status.INTERNAL, 'not yet')
  expect(await ok(openStore(standIn.connectionString).append('wallet-1', 'none', [event()]))).toMatchObject({
    version: 1,
  })
})

it('a repeatedly interrupted subscription delivers each event once', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  const reader = listen(store, 'wallet', null)
  for (let n = 0; n < 4; n++) {
    await ok(store.append('wallet-1', n * 5, events(5)))
    await reader.until((n + 1) * 5)
    standIn.failNext('read')
    standIn.loseNextAnswer()
    await ok(store.append('wallet-2', n, [event()]))
  }
  await reader.until(24)
  expect(idsOf(await reader.stop()).toSorted()).toEqual(
    idsOf([...(await ok(store.read('wallet-1'))), ...(await ok(store.read('wallet-2')))]).toSorted(),
  )
})

it('closing one store does not affect another of the same process', async () => {
  const standIn = await standInServer()
  const [closing, staying] = [openStore(standIn.connectionString), openStore(standIn.connectionString)]
  await ok(closing.append('wallet-0', 'none', [event()]))
  const [outcomes] = await Promise.all([
    Promise.all(events(200).map((written, n) => staying.append(`wallet-${n + 1}`, 'none', [written])())),
    closing.close(),
  ])
  expect(outcomes.filter(E.isLeft)).toEqual([])
})

it('a slow subscriber receives every event in bounded pages', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  const abort = new AbortController()
  const pages = store.subscribe(null, abort.signal)[Symbol.asyncIterator]()
  const seen: string[] = []
  await ok(store.append('wallet-0', 'none', events(1)))
  for (let n = 1; seen.length < 4_001;) {
    if (n <= 20) await ok(store.append(`wallet-${n++}`, 'none', events(200)))
    const page = await unlessSilent(pages.next())
    if (page.done === true) throw new Error('the subscription ended early')
    expect(page.value.length).toBeLessThanOrEqual(500)
    seen.push(...idsOf(page.value))
  }
  abort.abort()
  expect(await unlessSilent(pages.next())).toMatchObject({ done: true })
  expect(seen).toEqual(idsOf(await ok(store.readAll(null, 5_000))))
})
