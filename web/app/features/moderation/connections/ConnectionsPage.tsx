import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type IdentifierKind,
  identifierKinds,
  type SharedIdentifier,
} from '../../../../contract/moderation/connections.ts'
import { LinkButton } from '../../../components/buttons.tsx'
import { Badge } from '../../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../../components/feedback.tsx'
import { Select } from '../../../components/form-controls.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Forbidden, PageLayout } from '../../../components/page-layout.tsx'
import { capitalized, longDate } from '../../../shared/format.ts'
import { isModerator, useUser } from '../../../shared/session.ts'
import { connectionsQuery } from '../queries.ts'
import { ConnectionGraphView, notesOn } from './ConnectionGraphView.tsx'
import { graphAddress } from './graph-address.ts'
import { connectionTexts as texts } from './texts.ts'

/** *Collegamenti*: who is connected with whom, by what and since when, for moderators. @rule Q-123 */
export function ConnectionsPage() {
  const [search] = useSearchParams()
  const accountId = search.get('account')
  if (!isModerator(useUser())) return <Forbidden title={texts.forbiddenTitle} text={texts.forbidden} />
  return accountId === null ? <ConnectionList /> : <ConnectionGraphView key={accountId} accountId={accountId} />
}

const filterChoices = [
  { value: 'all', label: texts.all },
  ...identifierKinds.map((value) => ({ value, label: texts.filters[value] })),
]

function ConnectionList() {
  const [filter, setFilter] = useState<IdentifierKind | 'all'>('all')
  const connections = useInfiniteQuery(connectionsQuery(filter))
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <div className="max-w-xs">
        <Select
          label={texts.filter}
          options={filterChoices}
          value={filter}
          onChange={({ target }) => setFilter(identifierKinds.find((kind) => kind === target.value) ?? 'all')}
        />
      </div>
      <QueryView query={connections} errorTitle={texts.loadFailed} empty={<EmptyState text={texts.empty} />}>
        {(list) => (
          <>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((shared) => (
                <SharedIdentifierCard
                  key={`${shared.kind} ${shared.connectedAt} ${shared.accounts[0]?.accountId}`}
                  shared={shared}
                />
              ))}
            </ul>
            <LoadMoreButton query={connections} />
          </>
        )}
      </QueryView>
    </PageLayout>
  )
}

function SharedIdentifierCard({ shared }: { readonly shared: SharedIdentifier }) {
  const { kind, accountCount, connectedAt, accounts } = shared
  const names = new Map(accounts.map((account) => [account.accountId, account.name ?? texts.unknown]))
  const nameOf = (accountId: string) => names.get(accountId) ?? texts.unknown
  const [first] = accounts
  return (
    <li className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <h2 className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{capitalized(texts.kinds[kind])}</span>
        <Badge>{texts.accounts(accountCount)}</Badge>
        <span className="text-sm text-muted">{texts.connectedSince(longDate(connectedAt))}</span>
      </h2>
      <ul className="grid gap-3">
        {accounts.map(({ accountId, accountKind, since, until, ...use }) => (
          <li key={accountId} className="grid gap-0.5 text-sm">
            <span className="flex flex-wrap items-center gap-2 break-words">
              <TextLink to={graphAddress(accountId)}>{nameOf(accountId)}</TextLink>
              <Badge>{texts.accountKinds[accountKind]}</Badge>
            </span>
            <span className="text-muted">
              {[texts.period(longDate(since), until && longDate(until)), ...notesOn(use, nameOf)].join(' · ')}
            </span>
          </li>
        ))}
        {accountCount > accounts.length && (
          <li className="text-sm text-muted">{texts.further(accountCount - accounts.length)}</li>
        )}
      </ul>
      {first !== undefined && (
        <div>
          <LinkButton to={graphAddress(first.accountId)} variant="secondary" small>
            {texts.showGraph}
            <span className="sr-only"> ({accounts.map(({ accountId }) => nameOf(accountId)).join(', ')})</span>
          </LinkButton>
        </div>
      )}
    </li>
  )
}
