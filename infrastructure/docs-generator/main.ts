import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedDocs } from './generated-docs.ts'

const root = new URL('../../', import.meta.url)
mkdirSync(new URL('docs/generated/', root), { recursive: true })
for (const [path, text] of Object.entries(generatedDocs(root))) writeFileSync(new URL(path, root), text)
