declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface DecryptionOptions {
    readonly version: 'aes128gcm'
    readonly privateKey: ECDH
    /** base64url */
    readonly authSecret: string
  }
  const ece: { readonly decrypt: (body: Buffer, options: DecryptionOptions) => Buffer }
  export default ece
}
