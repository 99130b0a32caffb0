import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Attesting } from './authenticator.ts'

/** What a maker's certificate says around its key: packed attestation asks for just these words. */
const certificate = {
  before:
    'MIIB9TCCAZygAwIBAgIUdLsWGpvAhrbPI4aCSJ1sG0EKgBAwCgYIKoZIzj0EAwIwUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MTAyODEwMjc1NVowUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  after:
    'o1AwTjAdBgNVHQ4EFgQUIpZlUGTbjXk79XxUmSHeXpMKtHkwHwYDVR0jBBgwFoAUIpZlUGTbjXk79XxUmSHeXpMKtHkwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHADBEAiAuD7L6C6iQgAyQOTlMd/mUgxn/tgMJeUygQLJ4EA2+xwIgeNeCwPsxQPx0WtEjMM0MHZpYVFJ5K/6U2/nQPGDm1zc=',
}

/** A maker vouches for the authenticator. */
export const certified = (): Attesting => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  const parts = [Buffer.from(certificate.before, 'base64'), point, Buffer.from(certificate.after, 'base64')]
  return (toSign) => ({
    fmt: 'packed',
    attStmt: new Map<string, unknown>([...signed(toSign, privateKey), ['x5c', [new Uint8Array(Buffer.concat(parts))]]]),
  })
}

/** The new key vouches for itself. */
export const selfAttested =
  (key: KeyObject): Attesting =>
  (toSign) => ({ fmt: 'packed', attStmt: new Map(signed(toSign, key)) })

const signed = (toSign: Buffer, key: KeyObject): readonly (readonly [string, unknown])[] => [
  ['alg', -7],
  ['sig', new Uint8Array(createSign('sha256').update(toSign).sign(key))],
]
