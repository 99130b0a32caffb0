import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectionGraph } from '../../../../contract/moderation/connections.ts'
import { Badge, Card } from '../../../components/data-display.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { EmptyState, Notice, QueryView } from '../../../components/feedback.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { longDate } from '../../../shared/format.ts'
import { connectionGraphQuery } from '../queries.ts'
import { moderationTexts } from '../texts.ts'
import { ConnectionDrawing, ConnectionLegend } from './ConnectionDrawing.tsx'
import { graphAddress } from './graph-address.ts'
import { changeDays, stateOf } from './connections-over-time.ts'
import { TimeSlider } from './TimeSlider.tsx'
import { connectionTexts } from './texts.ts'

const { graph: texts } = connectionTexts

/** The accounts connected with one, as a graph over time and as a table. @rule Q-123 */
export function ConnectionGraphView({ accountId }: { readonly accountId: string }) {
  const graph = useQuery(connectionGraphQuery(accountId))
  const [chosen] = graph.data?.accounts ?? []
  return (
    <PageLayout title={chosen === undefined ? connectionTexts.title : texts.title(nameOf(chosen))}>
      <p className="text-sm">
        <TextLink to="/admin/collegamenti">{texts.back}</TextLink>
      </p>
      <QueryView query={graph} errorTitle={texts.loadFailed}>
        {(loaded) => (
          <>
            {loaded.cut && (
              <Notice>
                <p>{texts.cut(loaded)}</p>
              </Notice>
            )}
            {loaded.uses.length === 0 ? <EmptyState text={texts.none} /> : <GraphOverTime graph={loaded} />}
            <AccountList accounts={loaded.accounts} />
          </>
        )}
      </QueryView>
    </PageLayout>
  )
}

type Account = ConnectionGraph['accounts'][number]

const nameOf = ({ name }: Pick<Account, 'name'>) => name ?? connectionTexts.unknown

function GraphOverTime({ graph }: { readonly graph: ConnectionGraph }) {
  const days = changeDays(graph.uses)
  const [day, setDay] = useState(days.at(-1) ?? days[0])
  const labels = identifierLabels(graph.identifiers)
  const identifierLabel = (n: number) => labels.get(n) ?? ''
  return (
    <>
      <Card>
        <div className="grid gap-4">
          <TimeSlider days={days} day={day} onChange={setDay} />
          <ConnectionDrawing graph={graph} day={day} identifierLabel={identifierLabel} />
          <ConnectionLegend />
        </div>
      </Card>
      <Card title={texts.uses}>
        <UsesTable graph={graph} day={day} identifierLabel={identifierLabel} />
      </Card>
    </>
  )
}

/** `telefono`, or `telefono 2` where there are several. */
const identifierLabels = (identifiers: ConnectionGraph['identifiers']): ReadonlyMap<number, string> =>
  new Map(
    identifiers.map(({ n, kind }) => {
      const ofKind = identifiers.filter((other) => other.kind === kind)
      const number = ofKind.length === 1 ? '' : ` ${ofKind.findIndex((other) => other.n === n) + 1}`
      return [n, `${connectionTexts.kinds[kind]}${number}`]
    }),
  )

interface UsesTableProps {
  readonly graph: ConnectionGraph
  readonly day: string
  readonly identifierLabel: (n: number) => string
}

function UsesTable({ graph: { accounts, uses }, day, identifierLabel }: UsesTableProps) {
  const names = new Map(accounts.map((account) => [account.accountId, nameOf(account)]))
  const nameOfId = (accountId: string) => names.get(accountId) ?? connectionTexts.unknown
  return (
    <DataTable
      label={texts.table}
      columns={texts.columns.map((title) => ({ title }))}
      rows={uses.map((use) => ({
        key: `${use.accountId} ${use.identifier}`,
        cells: [
          nameOfId(use.accountId),
          identifierLabel(use.identifier),
          longDate(use.since),
          use.until === null ? '–' : longDate(use.until),
          texts.states[stateOf(use, day)],
          notesOn(use, nameOfId).join(' · '),
        ],
      }))}
    />
  )
}

type Use = Pick<ConnectionGraph['uses'][number], 'registered' | 'remembered' | 'adoptedFrom'>

/** What a moderator should know about a use. */
export const notesOn = (
  { registered, remembered, adoptedFrom }: Use,
  nameOfId: (accountId: string) => string,
): readonly string[] => [
  ...(registered ? [connectionTexts.registered] : []),
  ...(remembered ? [] : [connectionTexts.forgotten]),
  ...(adoptedFrom.length === 0 ? [] : [connectionTexts.adopted(adoptedFrom.map(nameOfId))]),
]

function AccountList({ accounts }: Pick<ConnectionGraph, 'accounts'>) {
  return (
    <Card title={texts.details}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {accounts.map((account) => (
          <AccountDetails key={account.accountId} account={account} />
        ))}
      </ul>
    </Card>
  )
}

function AccountDetails({ account }: { readonly account: Account }) {
  const { accountId, kind, steps, openCases } = account
  const name = nameOf(account)
  return (
    <li className="grid content-start gap-1 rounded-control bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-words">{name}</span>
        <Badge>{connectionTexts.accountKinds[kind]}</Badge>
      </p>
      <p className="text-muted">{texts.steps[steps] ?? ''}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {steps > 0 && (
          <li>
            <TextLink to={graphAddress(accountId)}>
              {texts.graphOf}
              <span className="sr-only"> ({name})</span>
            </TextLink>
          </li>
        )}
        <li>
          <TextLink to={`/admin/reviews?view=sanctions&user=${accountId}`}>
            {texts.sanctions}
            <span className="sr-only"> ({name})</span>
          </TextLink>
        </li>
        {openCases.map(({ caseId, kind: caseKind }) => (
          <li key={caseId}>
            <TextLink to={`/admin/reviews?case=${caseId}`}>{texts.openCase(moderationTexts.kinds[caseKind])}</TextLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
