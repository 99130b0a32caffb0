import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { siteOf } from '../../../infrastructure/composition/site.ts'

describe('The passkey domain (Q-15)', () => {
  it('defaults to localhost with the served port', () => {
    const site = siteOf(readConfig({}))
    expect(site.relyingParty()).toEqual({ origin: 'http://localhost:3000', rpId: 'localhost' })
    site.listensAt(41_234)
    expect(site.relyingParty().origin).toBe('http://localhost:41234')
  })

  it('is the public address, whatever the port', () => {
    const site = siteOf(readConfig({ GARBO_ORIGIN: 'https://app.garbo.example/' }))
    site.listensAt(3000)
    expect(site.relyingParty()).toEqual({ origin: 'https://app.garbo.example', rpId: 'app.garbo.example' })
  })

  it('can be a parent domain, shared by other hosts', () => {
    const site = siteOf(readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID: 'garbo.example' }))
    expect(site.relyingParty().rpId).toBe('garbo.example')
  })

  it.each(['other.example', 'arbo.example', 'x.app.garbo.example'])('cannot be %s', (PASSKEY_RP_ID) => {
    expect(() => readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID })).toThrow(/PASSKEY_RP_ID/)
  })
})
