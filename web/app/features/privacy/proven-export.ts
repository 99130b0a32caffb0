import { endpoints } from '../../../contract/endpoints.ts'
import { apiErrorFrom, networkError } from '../../shared/api-error.ts'

/** By then the browser has read the file. */
const releaseMs = 60_000

/** Downloads the export with proofs, and has the browser save it. Throws `ApiError`. */
export const downloadProvenExport = async (password: string): Promise<void> => {
  const headers = { 'X-Garbo-Password': headerText(password) }
  const response = await fetch(`${endpoints.exportData.path}?format=zip`, { headers }).catch(() => {
    throw networkError()
  })
  if (!response.ok) throw await apiErrorFrom(response)
  const address = URL.createObjectURL(await response.blob())
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), releaseMs)
}

/** The bytes of the text in UTF-8, as a header holds no other characters than bytes. */
const headerText = (text: string): string => String.fromCodePoint(...new TextEncoder().encode(text))
