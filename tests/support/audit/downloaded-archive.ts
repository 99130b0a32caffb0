import { unzipSync } from 'fflate'
import { knownFrom } from '../../../infrastructure/audit/verifier/archive.ts'
import { checkFiles } from '../../../infrastructure/audit/verifier/check.ts'
import { faultsIn, type Published } from './independent-checker.ts'
import type { ApiClient } from '../api-client.ts'

/** Downloads a zip; its files are readable once the status is 200. */
export const downloadArchive = async (
  garbo: { readonly address: string },
  browser: ApiClient,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await fetch(`${garbo.address}${path}`, {
    headers: { cookie: browser.cookie(), origin: garbo.address, ...headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const files = new Map(response.status === 200 ? Object.entries(unzipSync(bytes)) : [])
  const textOf = (name: string) => Buffer.from(files.get(name) ?? '').toString()
  return {
    status: response.status,
    disposition: response.headers.get('content-disposition'),
    problem: response.status === 200 ? null : (JSON.parse(bytes.toString()) as { readonly message: string }),
    files,
    textOf,
    json: (name: string): unknown => JSON.parse(textOf(name)),
    /** Everything but the programs and the document, as one text. */
    allText: () =>
      [...files.keys()]
        .filter((name) => !/^verifica|pdf$/.test(name))
        .map(textOf)
        .join('\n'),
    /** What does not hold, with the keys that the server publishes. */
    problems: async () => {
      const keys = Buffer.from(await (await fetch(`${garbo.address}/api/audit/keys`)).arrayBuffer())
      return (await checkFiles(files, knownFrom([keys]))).problems
    },
    /** The same, found without our verifier. */
    faults: async () => {
      const keys = (await (await fetch(`${garbo.address}/api/audit/keys`)).json()) as Published['keys']
      return faultsIn(files, { keys })
    },
  }
}
