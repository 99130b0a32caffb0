import { maxPhotoBytes } from '../../../domain/accounts/rules.ts'
import { asDataUrl, jpeg } from '../../support/images.ts'
import { assertEqual, type Benchmark, runInterleaved } from '../harness.ts'
import { absoluteResult } from '../result.ts'
import { startSubject, type Subject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { BodyOrder, HttpClientTasks } from '../subjects/http-clients.ts'
import { newId } from '../workload.ts'

const boundary = 'limite'
/** The largest photo, valid because decoders ignore what follows the image. */
const largestPhoto = async () => {
  const image = await jpeg()
  return Buffer.concat([image, Buffer.alloc(maxPhotoBytes - image.length)])
}
const uploadForm = (photo: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\nbusiness\r\n--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const newClient = (profilePhoto: string) => ({
  firstName: 'Anita',
  lastName: 'Garibaldi',
  email: `${newId()}@example.it`,
  phone: '+39 333 1234567',
  password: 'Buongiorno.2026!',
  privacyConsent: true,
  profilePhoto,
})

/** Just below 2,000 tokens and 100,000 characters. */
const mostJson = JSON.stringify(
  Object.fromEntries(Array.from({ length: 650 }, (_, n) => [`campo-${n}`, 'x'.repeat(130)])),
)

const year = 'from=2026-01-01&to=2026-12-31'

interface PopulatedGarbo {
  readonly address: string
  /** Cookies of a moderator and of the venue with the most reviews. */
  readonly moderator: string
  readonly busyCookie: string
  readonly busyId: string
}

/** Each sends one of the largest requests and checks that it is answered as it should be. */
const requestsTo = async (
  visitors: Subject<HttpClientTasks>,
  { address, moderator, busyCookie: cookie, busyId }: PopulatedGarbo,
) => {
  const photo = await largestPhoto()
  const post = async (order: Omit<BodyOrder, 'address'>, status: number) => {
    const answered = await visitors.ask('postBody', { address, ...order })
    assertEqual(`status of ${order.path}`, answered, status)
  }
  const get = (path: string, as = cookie) => visitors.ask('download', { address, cookie: as, path })
  const json = 'application/json'
  return {
    // a registration ends the session it is sent with
    picture: () => {
      const body = JSON.stringify(newClient(asDataUrl(photo)))
      return post({ path: '/api/clients', cookie: '', contentType: json, body }, 201)
    },
    upload: () => {
      const contentType = `multipart/form-data; boundary=${boundary}`
      return post({ path: '/api/upload/photo', cookie, contentType, body: uploadForm(photo) }, 201)
    },
    json: () => post({ path: '/api/auth/login', cookie: '', contentType: json, body: mostJson }, 400),
    pages: async () => {
      await get(`/api/reviews/target/BUSINESS/${busyId}?limit=200`)
      await get('/api/admin/queue?limit=100', moderator)
      await get(`/api/analytics?${year}&compare=previous`)
    },
    workbook: () => get(`/api/analytics/export?format=xlsx&${year}`),
    report: () => get(`/api/analytics/export?format=pdf&${year}`),
  }
}

/** L7: one request at a time, to a Garbo whose tables are as large as after years of use. All but the first report are repeated. */
const largestRequests: Benchmark = {
  goals: ['L7'],
  run: async (bench) => {
    const { readTables } = bench.plan
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const visitors = startSubject<HttpClientTasks>('http-clients', {})
    const openCases = readTables.openCases.many
    const requests = await requestsTo(visitors, await garbo.ask('fillReadTables', { ...readTables, openCases }))
    const longestTurnOf = (name: keyof typeof requests) => async (): Promise<number> => {
      await garbo.ask('startTurnMeasurement', undefined)
      await requests[name]()
      return garbo.ask('finishTurnMeasurement', undefined)
    }
    const firstReport = await longestTurnOf('report')()
    for (const name of ['picture', 'upload', 'json', 'pages', 'workbook'] as const) await longestTurnOf(name)()
    const run = await runInterleaved(bench, {
      picture: longestTurnOf('picture'),
      upload: longestTurnOf('upload'),
      json: longestTurnOf('json'),
      pages: longestTurnOf('pages'),
      workbook: longestTurnOf('workbook'),
      report: longestTurnOf('report'),
    })
    await visitors.end()
    await garbo.end()
    await database.drop()
    const turn = 'processor time of a turn of the event loop'
    return [
      absoluteResult('L7', 'picture', run.picture, turn),
      absoluteResult('L7', 'upload', run.upload, turn),
      absoluteResult('L7', 'json', run.json, turn),
      absoluteResult('L7', 'pages', run.pages, turn),
      absoluteResult('L7', 'workbook', run.workbook, turn),
      absoluteResult('L7', 'firstReport', [firstReport], turn),
      absoluteResult('L7', 'report', run.report, turn),
    ]
  },
}

export const largestRequestBenchmarks: readonly Benchmark[] = [largestRequests]
