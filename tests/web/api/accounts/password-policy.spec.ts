import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness } from '../../../support/users.ts'

const commonPassword = {
  status: 400,
  body: { code: 'PasswordCommon', message: expect.stringContaining('facile da indovinare') },
}
const personalPassword = {
  status: 400,
  body: { code: 'PasswordPersonal', message: expect.stringContaining('tuoi dati') },
}

describe('new passwords (V-11, V-12, Q-06)', () => {
  let garbo: Awaited<ReturnType<typeof startTestGarbo>>
  beforeAll(async () => {
    garbo = await startTestGarbo()
  })
  afterAll(() => garbo.stop())
  const countEvents = async () =>
    (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n

  it('must not be common or the business’s name at registration, and a rejection leaves the username free', async () => {
    const business = {
      username: 'gelsomino',
      email: 'info@gelsomino.example',
      businessName: 'Gelsomino d’Oro',
      businessType: 'hotel',
      location: 'Via del Corso 12, Roma',
      province: 'RM',
    }
    const register = (newPassword: string) =>
      garbo.visitor().post('/api/auth/register', { ...business, password: newPassword })
    const before = await countEvents()
    expect(await register('Password123!')).toMatchObject(commonPassword)
    expect(await register('Garbo2026!!')).toMatchObject(commonPassword)
    for (const word of ['Gelsomino2026!', 'GelsominodOro1!'])
      expect(await register(word)).toMatchObject(personalPassword)
    expect(await countEvents()).toBe(before)
    expect((await register(password)).status).toBe(201)
  })

  it('must not be common or the client’s name or e-mail at registration', async () => {
    const client = {
      firstName: 'Ludovica',
      lastName: 'Neri',
      email: 'ludo.neri@posta.example',
      phone: '+39 333 1234567',
    }
    const register = (newPassword: string) =>
      garbo.visitor().post('/api/auth/register-client', { ...client, password: newPassword })
    expect(await register('P4ssw0rd!!2026')).toMatchObject(commonPassword)
    for (const word of ['Ludovica.Neri1!', 'Ludo.Neri.2026!'])
      expect(await register(word)).toMatchObject(personalPassword)
    expect((await register(password)).status).toBe(201)
  })

  it('are compared with the stored data when changed', async () => {
    const { browser } = await signUpBusiness(garbo, 'roncisvalle')
    const change = (newPassword: string) =>
      browser.post('/api/auth/change-password', { currentPassword: password, newPassword })
    expect(await change('Sunshine2026!')).toMatchObject(commonPassword)
    expect(await change('Roncisvalle.26!')).toMatchObject(personalPassword)
    expect((await change('Nuovissima.2027!')).status).toBe(204)
  })

  it('are compared with the stored data when reset, without using the code; a wrong code reveals nothing', async () => {
    const { email } = await signUpBusiness(garbo, 'zirlandina', { businessName: 'Villa Sfarzella' })
    const visitor = garbo.visitor()
    await visitor.post('/api/auth/send-reset-code', { email, userType: 'business' })
    const code = codeIn(await waitForMessageMatching(visitor, email, /codice/i))
    const wrong = code === '000000' ? '000001' : '000000'
    const reset = (newPassword: string, typedCode = code) =>
      visitor.post('/api/auth/reset-password', { email, newPassword, userType: 'business', code: typedCode })
    expect(await reset('Password123!')).toMatchObject(commonPassword)
    expect(await reset('Zirlandina.26!')).toMatchObject(personalPassword)
    expect(await reset('Sfarzella.26!', wrong)).toMatchObject({ status: 400, body: { code: 'CodeWrong' } })
    for (let tries = 0; tries < 6; tries++) expect(await reset('Sfarzella.26!')).toMatchObject(personalPassword)
    expect((await reset('Nuovissima.2027!')).status).toBe(204)
  })
})
