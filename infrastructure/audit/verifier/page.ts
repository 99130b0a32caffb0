import { knownFrom, printable, type Verdict } from './archive.ts'
import { checkFiles, headlineOf, problemText } from './check.ts'
import { unzip } from './zip.ts'

/** Makes the page check what is dropped on it or chosen. */
export const startPage = (): void => {
  const input = document.querySelector('input')
  const target = document.querySelector('label')
  const output = document.querySelector('output')
  if (input === null || target === null || output === null) return
  const check = (files: Iterable<File>) => void showVerdict(output, [...files])
  input.addEventListener('change', () => {
    check(input.files ?? [])
    input.value = ''
  })
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    check(event.dataTransfer?.files ?? [])
  })
}

const showVerdict = async (output: HTMLElement, chosen: readonly File[]): Promise<void> => {
  output.replaceChildren(element('p', 'Controllo in corso…'))
  try {
    output.replaceChildren(...verdictElements(await verdictOn(chosen)))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    output.replaceChildren(heading('Il controllo non è riuscito', false), element('p', printable(`${message}.`)))
  }
}

const verdictOn = async (chosen: readonly File[]): Promise<Verdict> => {
  const archive = chosen.find(({ name }) => name.endsWith('.zip'))
  if (archive === undefined) throw new TypeError('scegli un archivio .zip')
  const others = chosen.filter((file) => file !== archive).map(bytesOf)
  return checkFiles(await unzip(await bytesOf(archive)), knownFrom(await Promise.all(others)))
}

const bytesOf = async (file: File): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer())

const element = (tag: string, text: string, className = ''): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text, className })

const heading = (text: string, holds: boolean): HTMLElement =>
  element('h2', `${holds ? '✓' : '✗'} ${text}`, holds ? 'holds' : 'fails')

const listOf = (title: string, items: readonly string[]): readonly HTMLElement[] => {
  if (items.length === 0) return []
  const list = document.createElement('ul')
  list.append(...items.map((item) => element('li', printable(item))))
  return [element('h3', title), list]
}

const verdictElements = (verdict: Verdict): readonly HTMLElement[] => [
  heading(headlineOf(verdict), verdict.problems.length === 0),
  ...listOf('Non corrisponde', verdict.problems.map(problemText)),
  ...listOf('Controllato', verdict.facts),
  ...listOf('Da sapere', verdict.notes),
]
