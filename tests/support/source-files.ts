import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** All TypeScript files of the folders, as `folder/…`. */
export const sourceFilesIn = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )

/** All TypeScript files of the project, tracked or new, except tests and configuration of tools. */
export const productionFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/^(tests\/|\w+\.config\.ts$)/.test(file) && existsSync(file))
