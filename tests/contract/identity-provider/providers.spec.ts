import { afterAll, beforeAll, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { facebook } from '../../../infrastructure/social/facebook.ts'
import { google } from '../../../infrastructure/social/google.ts'
import { startFacebook } from '../../support/facebook-double.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'
import { callback, ceremony, identityProviderKeepsItsPromises } from './identity-provider.contract.ts'

let openId: Awaited<ReturnType<typeof startOpenIdProvider>>
let graph: Awaited<ReturnType<typeof startFacebook>>
beforeAll(async () => {
  openId = await startOpenIdProvider(callback)
  graph = await startFacebook()
})
afterAll(async () => {
  await openId?.stop()
  await graph?.stop()
})

const googleAt = (issuer: string) =>
  google({ issuer, clientId: 'garbo', clientSecret: 'segreto-di-google', callback: () => callback })

identityProviderKeepsItsPromises('Google, by OpenID Connect', () => ({
  provider: googleAt(openId.issuer),
  comes: (who) => openId.signsIn(who && { sub: who.subject, email: 'a@posta.example', email_verified: true }),
  isDown: openId.isDown,
  binds: true,
}))

identityProviderKeepsItsPromises('Facebook, by OAuth', () => ({
  provider: facebook({
    dialog: graph.settings.FACEBOOK_DIALOG_URL,
    graph: graph.settings.FACEBOOK_GRAPH_URL,
    appId: graph.settings.FACEBOOK_APP_ID,
    appSecret: graph.settings.FACEBOOK_APP_SECRET,
    callback: () => callback,
  }),
  comes: (who) => graph.signsIn(who && { id: who.subject, first_name: 'Ivo', last_name: 'Gallo' }),
  isDown: graph.isDown,
  binds: false,
}))

it('an unreachable provider is reported and queried again by the next attempt', async () => {
  const provider = googleAt(openId.issuer)
  openId.isDown(true)
  expect(await provider.begin(ceremony)()).toMatchObject(E.left({ type: 'unreachable' }))
  openId.isDown(false)
  expect(E.isRight(await provider.begin(ceremony)())).toBe(true)
  expect(await googleAt('http://127.0.0.1:9').begin(ceremony)()).toMatchObject(E.left({ type: 'unreachable' }))
})
