import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { longDate } from '../../shared/format.ts'
import { useLeave, useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { ownSanctions } from './conduct.queries.ts'
import { OwnSanctionCard } from './OwnSanctionCard.tsx'

const { conduct: words } = texts

/** All a suspended account may see; for others, what has been held against them. */
export function SituationScreen() {
  const { suspended } = useUser()
  const leave = useLeave()
  const sanctions = useQuery(ownSanctions)
  const until = suspended?.until ?? null
  const intro = suspended ? words.introSuspended(until === null ? null : longDate(until)) : words.intro
  return (
    <Screen title={words.title} intro={intro} narrow>
      <Loaded query={sanctions} empty={<EmptyState text={words.empty} />}>
        {(all) => (
          <>
            {all.map((sanction) => (
              <OwnSanctionCard key={sanction.id} sanction={sanction} />
            ))}
          </>
        )}
      </Loaded>
      <p className="text-sm">
        <TextLink to="/decisions">{texts.decisions.title}</TextLink>
      </p>
      {suspended !== undefined && (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => void leave()}>
            {texts.shell.logout}
          </Button>
          <LinkButton to="/account-deletion" look="secondary">
            {texts.deletion.danger.link}
          </LinkButton>
        </div>
      )}
    </Screen>
  )
}
