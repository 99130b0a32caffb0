import { randomBytes } from 'node:crypto'
import { consistencyProof } from '../../../domain/audit/merkle-tree.ts'
import { checkpointText, keyIdOf, publicKeyOf, signNote } from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { hashLeaf, merkleTreeHash } from './rfc9162.ts'

/** What a log shows to a witness over HTTP; every part of it can be replaced by a lie. */
export const shownLog = (origin = 'garbo.example') => {
  let leaves: Buffer[] = []
  const newKey = (since: string) => {
    const seed = randomBytes(32)
    const publicKey = publicKeyOf(seed)
    const keyId = keyIdOf({ name: origin, publicKey }).toString('hex')
    return { seed, shown: { keyId, publicKey: publicKey.toString('base64'), since, until: null as string | null } }
  }
  let keys = [newKey('2026-05-01T00:00:00.000Z')]
  let failing: (() => Response | Promise<Response>) | null = null
  const cosignatures = new Map<number, string[]>()
  const posted: { readonly treeSize: number; readonly line: string }[] = []
  let onPost: () => Response = () => new Response(null, { status: 204 })
  const noteOf = (name: string) => {
    const signer = keys.at(-1)
    if (signer === undefined) throw new Error('the log has no key')
    const size = leaves.length
    return signNote(checkpointText({ origin: name, size, root: merkleTreeHash(leaves) }), name, signer.seed)
  }
  const shown = { origin, note: null as string | null, proves: true }
  const answer = (path: string, query: URLSearchParams, body: string): Response => {
    if (path === '/api/audit/keys') return Response.json(keys.map((key) => key.shown).toReversed())
    if (path === '/api/audit/checkpoints') {
      const note = shown.note ?? noteOf(shown.origin)
      const signed = { note, cosignatures: cosignatures.get(leaves.length) ?? [] }
      return Response.json(leaves.length === 0 ? [] : [signed])
    }
    if (path === '/api/audit/consistency') {
      if (!shown.proves) return Response.json({ message: 'Dimensione non valida' }, { status: 400 })
      const proof = consistencyProof(Number(query.get('from')), Number(query.get('to')))
      return Response.json({
        path: proof.map(({ start, end }) => merkleTreeHash(leaves.slice(start, end)).toString('hex')),
      })
    }
    const cosigned = JSON.parse(body) as { treeSize: number; line: string }
    posted.push(cosigned)
    const response = onPost()
    if (response.ok) cosignatures.set(cosigned.treeSize, [cosigned.line])
    return response
  }
  return {
    shown,
    posted,
    keys: () => keys.map((key) => key.shown),
    note: () => noteOf(shown.origin),
    append: (count: number, text = 'event') => {
      const from = leaves.length
      leaves = [...leaves, ...Array.from({ length: count }, (_, n) => hashLeaf(`${text} ${from + n}`))]
    },
    cut: (size: number) => {
      leaves = leaves.slice(0, size)
    },
    rewrite: (index: number) => {
      leaves = leaves.with(index, hashLeaf('another event'))
    },
    rotateKey: (until: string, since: string) => {
      const last = keys.at(-1)
      if (last !== undefined) last.shown.until = until
      keys = [...keys, newKey(since)]
    },
    /** Answers with another key, as if there had never been the first one. */
    replaceKey: () => {
      keys = [newKey('2026-05-01T00:00:00.000Z')]
    },
    /** Fails all requests, until it is called with null. */
    fail: (how: (() => Response | Promise<Response>) | null) => {
      failing = how
    },
    onPost: (respond: () => Response) => {
      onPost = respond
    },
    fetch: (async (input: URL, { body }: RequestInit = {}) => {
      if (failing !== null) return failing()
      return answer(input.pathname, input.searchParams, typeof body === 'string' ? body : '')
    }) as typeof fetch,
  }
}
