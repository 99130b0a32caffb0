import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { signerText, type WitnessSigner } from '../../../infrastructure/audit/tree/cosignatures.ts'

/** A new file for the state of a witness, with its key next to it if it has one. */
export const witnessFile = (signer?: WitnessSigner): string => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-witness-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'log.json')
  if (signer !== undefined) writeFileSync(`${file}.key`, signerText(signer))
  return file
}
