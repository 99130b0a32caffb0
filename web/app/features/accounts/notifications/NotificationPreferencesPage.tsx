import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  isMandatory,
  notificationChannels,
  notificationDigests,
  notificationKinds,
  type NotificationSettings,
} from '../../../../contract/accounts/notifications.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice, QueryView } from '../../../components/feedback.tsx'
import { Checkbox, Select } from '../../../components/form-controls.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { ownProfileQuery } from '../profile/queries.ts'
import { disablePush, enablePush, type PushState, readPushState } from './push.ts'
import { notificationSettingsQuery, pushKeyQuery } from './queries.ts'
import { notificationPreferenceTexts as texts } from './texts.ts'

/** Channels by kind, digest and quiet hours. */
export function NotificationPreferencesPage() {
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <DisabledChannels />
      <QueryView query={useQuery(notificationSettingsQuery)}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
      </QueryView>
      <PushCard />
    </PageLayout>
  )
}

/** The consents of the profile hold for all kinds. @rule Q-114 */
function DisabledChannels() {
  const { data: profile } = useQuery(ownProfileQuery)
  if (profile === undefined || (profile.emailNotifications && profile.smsNotifications)) return null
  return (
    <Notice>
      {!profile.emailNotifications && <p>{texts.emailOff}</p>}
      {!profile.smsNotifications && <p>{texts.smsOff}</p>}
      <p>
        <TextLink to="/profile">{texts.toProfile}</TextLink>
      </p>
    </Notice>
  )
}

function SettingsForm({ settings }: { readonly settings: NotificationSettings }) {
  const [chosen, setChosen] = useState(settings)
  const saving = useApiMutation('setNotificationSettings', {
    invalidates: ['account'],
    onSuccess: () => showToast({ title: texts.saved }),
    onError: (error) => showErrorToast(errorMessage(error, texts.failed)),
  })
  return (
    <Card>
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ body: chosen })
        }}
      >
        <ChannelTable kinds={chosen.kinds} onChange={(kinds) => setChosen({ ...chosen, kinds })} />
        <p className="text-sm text-muted">{texts.alwaysHint}</p>
        <Select
          label={texts.digest}
          options={notificationDigests.map((value) => ({ value, label: texts.digests[value] }))}
          value={chosen.digest}
          onChange={({ target }) => setChosen({ ...chosen, digest: target.value as NotificationSettings['digest'] })}
        />
        <Checkbox
          label={texts.quietHours}
          checked={chosen.quietHours}
          onChange={({ target }) => setChosen({ ...chosen, quietHours: target.checked })}
        />
        <div>
          <Button type="submit" pending={saving.isPending} pendingText={texts.saving}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface ChannelTableProps {
  readonly kinds: NotificationSettings['kinds']
  readonly onChange: (kinds: NotificationSettings['kinds']) => void
}

function ChannelTable({ kinds, onChange }: ChannelTableProps) {
  return (
    <table className="w-full text-left text-sm sm:text-base">
      <thead>
        <tr className="border-b border-line text-xs sm:text-sm">
          <th scope="col" className="py-2 pr-2 font-medium">
            {texts.kind}
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="px-1 py-2 text-center font-medium">
              {texts.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindsIn(kinds).map(([kind, chosen]) => (
          <tr key={kind} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-2 font-normal">
              {texts.kinds[kind]}
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel} className="px-1 py-2 text-center">
                {isMandatory(kind, channel) ? (
                  <span className="text-sm text-muted">{texts.always}</span>
                ) : (
                  <ChannelCheckbox
                    label={texts.channelOf(texts.channels[channel], texts.kinds[kind])}
                    checked={chosen[channel]}
                    onChange={(on) => onChange({ ...kinds, [kind]: { ...chosen, [channel]: on } })}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const kindsIn = (kinds: NotificationSettings['kinds']) =>
  notificationKinds.flatMap((kind) => {
    const channels = kinds[kind]
    return channels === undefined ? [] : [[kind, channels] as const]
  })

interface ChannelCheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function ChannelCheckbox({ label, checked, onChange }: ChannelCheckboxProps) {
  return (
    <label className="inline-grid min-h-11 min-w-11 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-brand"
      />
    </label>
  )
}

/** Push messages of this browser. */
function PushCard() {
  const client = useQueryClient()
  const [state, setState] = useState<PushState | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => void readPushState().then(setState, () => undefined), [])
  const change = async (work: () => Promise<PushState>) => {
    setPending(true)
    try {
      const next = await work()
      setState(next)
      if (next === 'on' || next === 'off')
        showToast({ title: next === 'on' ? texts.push.enabled : texts.push.disabled })
    } catch {
      showErrorToast(texts.push.failed)
    } finally {
      setPending(false)
    }
  }
  const enable = async () => enablePush((await client.fetchQuery(pushKeyQuery)).publicKey)
  return (
    <Card title={texts.push.title}>
      <div className="grid gap-4">
        <p className="text-muted">{state === null ? texts.push.text : pushExplanations[state]}</p>
        {(state === 'on' || state === 'off') && (
          <div>
            <Button
              variant="secondary"
              pending={pending}
              onClick={() => void change(state === 'on' ? disablePush : enable)}
            >
              {state === 'on' ? texts.push.disable : texts.push.enable}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

const pushExplanations: Readonly<Record<PushState, string>> = {
  on: texts.push.text,
  off: texts.push.text,
  blocked: texts.push.denied,
  unsupported: texts.push.unsupported,
}
