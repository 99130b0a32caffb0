import { readdirSync } from 'node:fs'

/** All TypeScript files of the folders, as `folder/…`. */
export const sourceFilesIn = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
