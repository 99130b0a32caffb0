import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { siteOf } from '../../../infrastructure/composition/site.ts'

describe('Where passkeys belong (Q-15)', () => {
  it('is this machine, at the port it is served at, when nothing else is said', () => {
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

  it('may be a domain above it, so that other hosts share the passkeys', () => {
    const site = siteOf(readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID: 'garbo.example' }))
    expect(site.relyingParty().rpId).toBe('garbo.example')
  })

  it.each(['other.example', 'arbo.example', 'x.app.garbo.example'])('may not be %s', (PASSKEY_RP_ID) => {
    expect(() => readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID })).toThrow(/PASSKEY_RP_ID/)
  })
})
