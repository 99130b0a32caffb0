import type { DataKey, Keyring } from '../../application/ports/keyring.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { newDataKey } from './wrapping.ts'

/** For tests and for looking at a log without its keys: forgets everything with the process. */
export const memoryKeyring = (): Keyring => {
  const keys = new Map<string, DataKey | 'erased'>()
  const known = (subjects: readonly string[]) =>
    new Map(
      subjects.flatMap((subject) => {
        const key = keys.get(subject)
        return key === undefined ? [] : [[subject, key] as const]
      }),
    )
  return {
    provision: (subjects) =>
      TE.fromIO(() => {
        for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, newDataKey())
        return known(subjects)
      }),
    find: (subjects) => TE.fromIO(() => known(subjects)),
    erase: (subject) =>
      TE.fromIO(() => {
        keys.set(subject, 'erased')
      }),
  }
}
