import { describe, expect, it } from 'vitest'
import { type AuthServices, loadPerson } from '../../../application/accounts/auth-services.ts'
import { changePassword } from '../../../application/accounts/passwords.ts'
import type { Credentials, SetPasswordOptions } from '../../../application/accounts/ports.ts'
import { inFlightCommands } from '../../../application/in-flight.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant

/** Credentials whose proven password is number 1 while number 2 may already be current. */
const credentialsWithCurrent = (current: string, options: SetPasswordOptions[]): Partial<Credentials> => ({
  findWeakness: async () => null,
  confirm: () => TE.right({ type: 'correct', accountId: 'ana', mustChangePassword: false, credential: '1' }),
  set: (_accountId, _password, _at, { ifCurrent } = {}) => {
    options.push(ifCurrent === undefined ? {} : { ifCurrent })
    return TE.right(ifCurrent === undefined || ifCurrent === current ? '3' : null)
  },
})

const changeAnasPassword = async (current: string) => {
  const app = inMemoryApplication()
  await app.client('ana')
  const options: SetPasswordOptions[] = []
  const credentials = credentialsWithCurrent(current, options)
  const auth = {
    ...app.deps,
    credentials,
    clock: () => at,
    inFlight: inFlightCommands(),
    react: async () => null,
  } as unknown as AuthServices
  const person = unwrap(await loadPerson(auth, 'ana')())
  if (person === null) throw new Error('Ana is not registered')
  const passwords = { currentPassword: 'Vecchia-chiave-1!', newPassword: 'Nuova-chiave-lunga-2!' }
  const input = { person, ...passwords, mustChangePassword: false, source: '203.0.113.1' }
  return { result: await changePassword(auth)(input, 'change-1')(), options }
}

describe('changing a password', () => {
  it('succeeds while the proven password is current', async () => {
    const { result, options } = await changeAnasPassword('1')
    expect(result).toMatchObject(E.right({ credential: '3' }))
    expect(options).toEqual([{ ifCurrent: '1' }])
  })

  it('is rejected if another password was set after the proof', async () =>
    expect((await changeAnasPassword('2')).result).toMatchObject(
      E.left({ type: 'Rejected', rejection: { type: 'CurrentPasswordWrong' } }),
    ))
})
