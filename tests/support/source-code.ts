import { parseSync } from 'oxc-parser'

interface SyntaxNode {
  readonly type: string
  readonly [property: string]: unknown
}

export interface SourceImport {
  readonly specifier: string
  /** Imported values; `*` for all of them. */
  readonly names: readonly string[]
}

export interface ImportsOfSource {
  readonly imports: readonly SourceImport[]
  /** Imports whose target or names cannot be read from the source. */
  readonly opaque: readonly string[]
}

/** Everything that a TypeScript file imports: statically, dynamically, as a type or by exporting it again. */
export const importsIn = (file: string, source: string): ImportsOfSource => {
  const imports: SourceImport[] = []
  const opaque: string[] = []
  const add = (from: unknown, names: readonly string[]) => {
    const specifier = literalOf(from)
    if (specifier === null) opaque.push('import of a path that is computed')
    else imports.push({ specifier, names })
  }
  visit(programOf(file, source), (node, parents) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
      if (isNode(node['source'])) add(node['source'], importedValues(node))
    } else if (node.type === 'ExportAllDeclaration') add(node['source'], ['*'])
    else if (node.type === 'TSImportType') add(node['source'], [])
    else if (node.type === 'ImportExpression') {
      const name = nameTakenFrom(parents)
      add(node['source'], [name ?? '*'])
      if (name === null && literalOf(node['source'])?.startsWith('.') === true)
        opaque.push(`import(${literalOf(node['source'])}) that does not name its export`)
    } else if (node.type === 'MetaProperty' && propertyOf(parents.at(-1))?.startsWith('glob') === true)
      opaque.push('import.meta.glob')
  })
  return { imports, opaque }
}

/** Uses of the clock, of random numbers, of the process and of exceptions. */
export const impurities = (file: string, source: string): readonly string[] => {
  const found: string[] = []
  visit(programOf(file, source), (node, parents) => {
    const parent = parents.at(-1)
    if (node.type === 'ThrowStatement') found.push('throw')
    if (node.type !== 'Identifier' || parent === undefined || isNameOnly(node, parent)) return
    const name = String(node['name'])
    const member = parent['object'] === node ? propertyOf(parent) : undefined
    if (impureGlobals.has(name)) found.push(name)
    if (name === 'Math' && (member === undefined || member === 'random')) found.push('Math.random')
    if (name === 'Date' && !isPureDate(node, parent, member)) found.push('Date')
  })
  return found
}

const impureGlobals: ReadonlySet<string> = new Set(['performance', 'process', 'crypto', 'console', 'globalThis'])

/** `Date.parse(…)`, `Date.UTC(…)` and `new Date(…)` with an argument depend on nothing else. */
const isPureDate = (node: SyntaxNode, parent: SyntaxNode, member: string | undefined): boolean =>
  member === 'parse' ||
  member === 'UTC' ||
  (parent.type === 'NewExpression' && parent['callee'] === node && nodesIn(parent['arguments']).length > 0)

/** Types, and keys that only look like a variable. */
const isNameOnly = (node: SyntaxNode, parent: SyntaxNode): boolean =>
  parent.type.startsWith('TS') ||
  (parent['computed'] === false && parent['shorthand'] !== true && [parent['key'], parent['property']].includes(node))

const importedValues = (declaration: SyntaxNode): readonly string[] =>
  [declaration['importKind'], declaration['exportKind']].includes('type')
    ? []
    : nodesIn(declaration['specifiers'])
        .filter((specifier) => ![specifier['importKind'], specifier['exportKind']].includes('type'))
        .map(importedName)

const importedName = (specifier: SyntaxNode): string => {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  const name = specifier['imported'] ?? specifier['local']
  return isNode(name) ? String(name['name'] ?? name['value']) : '*'
}

/** The name in `import(…).then((m) => m.name)`, which knip can follow; null for any other use. */
const nameTakenFrom = (parents: readonly SyntaxNode[]): string | null => {
  const [call, member] = [parents.at(-2), parents.at(-1)]
  if (call?.type !== 'CallExpression' || propertyOf(member) !== 'then') return null
  const [callback] = nodesIn(call['arguments'])
  const [parameter] = nodesIn(callback?.['params'])
  const body = callback?.['body']
  if (!isNode(body) || !isNode(body['object']) || parameter?.['name'] === undefined) return null
  return body['object']['name'] === parameter['name'] ? (propertyOf(body) ?? null) : null
}

const propertyOf = (node: SyntaxNode | undefined): string | undefined => {
  if (node?.type !== 'MemberExpression' || !isNode(node['property'])) return undefined
  const { name, value } = node['property']
  return node['computed'] === true ? String(value) : String(name)
}

const literalOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (typeof node['value'] === 'string') return node['value']
  const [text, ...others] = nodesIn(node['quasis'])
  return text !== undefined && others.length === 0 ? (text['value'] as { readonly cooked: string }).cooked : null
}

const programOf = (file: string, source: string): SyntaxNode => parseSync(file, source).program as unknown as SyntaxNode

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Calls `enter` with each node and the path to it, which is valid during the call only. */
const visit = (
  node: SyntaxNode,
  enter: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
  parents: SyntaxNode[] = [],
): void => {
  enter(node, parents)
  parents.push(node)
  for (const value of Object.values(node))
    if (isNode(value)) visit(value, enter, parents)
    else for (const child of nodesIn(value)) visit(child, enter, parents)
  parents.pop()
}

/** Import cycles, including type-only imports. */
export const cyclesIn = (graph: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const cycles: string[] = []
  const finished = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || finished.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}
