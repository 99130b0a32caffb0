import { readFileSync } from 'node:fs'

interface BuiltFile {
  readonly file: string
}

/** Path at which the built web app serves a module that is loaded when needed, such as `components/charts/drawings.tsx`. */
export const builtFileOf = (module: string): string => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Readonly<
    Record<string, BuiltFile | undefined>
  >
  const built = manifest[module]
  if (built === undefined) throw new Error(`${module} is not a file of the built web app`)
  return `/${built.file}`
}
