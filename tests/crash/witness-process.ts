import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signerText } from '../../infrastructure/audit/tree/cosignatures.ts'
import { knownSigner, verifierKeyOf } from '../support/audit/test-witness.ts'

export interface ShownCheckpoint {
  readonly treeSize: number
  readonly rootHash: string
  readonly cosignatures: readonly string[]
}

const witnessProgram = fileURLToPath(new URL('witness.ts', import.meta.url))
const signer = knownSigner('crash.example/witness', 9)

/** Settings of a Garbo that knows the witness. */
export const witnessSettings = { AUDIT_WITNESSES: verifierKeyOf(signer) }

/** A witness whose processes come and go, like those of Garbo, on one memory. */
export const crashWitness = (folder: string) => {
  const [file, notes] = [join(folder, 'log.json'), join(folder, 'shown.jsonl')]
  writeFileSync(`${file}.key`, signerText(signer), { mode: 0o600 })
  const refusals: string[] = []
  return {
    refusals,
    /** The newest checkpoint at each moment the witness looked. */
    shown: (): readonly ShownCheckpoint[] =>
      existsSync(notes)
        ? readFileSync(notes, 'utf8')
            .split('\n')
            // a killed process may have written part of its last line
            .filter((line) => line.endsWith(']'))
            .flatMap((line) => JSON.parse(line) as readonly ShownCheckpoint[])
        : [],
    start: (address: string) => {
      const child = fork(witnessProgram, [address, file, notes], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const exited = once(child, 'exit').then(([code]) => code as number | null)
      return {
        /** Ends it, abruptly or not. */
        end: async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
          child.kill(signal)
          const code = await exited
          if (code !== 0 && code !== null) refusals.push(`the witness refused the log: ${said.trim()}`)
        },
      }
    },
  }
}
