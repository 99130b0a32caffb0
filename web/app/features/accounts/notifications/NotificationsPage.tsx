import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Notification } from '../../../../contract/accounts/notifications.ts'
import { Button, LinkButton } from '../../../components/buttons.tsx'
import { Badge } from '../../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../../components/feedback.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { classNames } from '../../../components/styles.ts'
import { errorMessage } from '../../../shared/api-error.ts'
import { longDate } from '../../../shared/format.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { unreadNotificationsQuery } from '../../../shared/notifications.ts'
import { showErrorToast } from '../../../toasts.ts'
import { notificationsQuery } from './queries.ts'
import { notificationTexts } from './texts.ts'

/** Everything that happened to the user, newest first. */
export function NotificationsPage() {
  const notifications = useInfiniteQuery(notificationsQuery)
  return (
    <PageLayout title={notificationTexts.title} intro={notificationTexts.intro} action={<PageActions />}>
      <QueryView
        query={notifications}
        errorTitle={notificationTexts.failed}
        empty={<EmptyState text={notificationTexts.empty} />}
      >
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map((notification) => (
                <NotificationRow key={notification.id} notification={notification} />
              ))}
            </ul>
            <LoadMoreButton query={notifications} />
          </>
        )}
      </QueryView>
    </PageLayout>
  )
}

function PageActions() {
  const { data } = useQuery(unreadNotificationsQuery)
  const marking = useApiMutation('readAllNotifications', {
    invalidates: ['notifications'],
    onError: (error) => showErrorToast(errorMessage(error, notificationTexts.markFailed)),
  })
  return (
    <div className="flex flex-wrap gap-3">
      {data !== undefined && data.unread > 0 && (
        <Button variant="secondary" pending={marking.isPending} onClick={() => marking.mutate({})}>
          {notificationTexts.markAllRead}
        </Button>
      )}
      <LinkButton to="/notifications/preferences" variant="secondary">
        {notificationTexts.preferences}
      </LinkButton>
    </div>
  )
}

function NotificationRow({
  notification: { id, title, text, link, at, read },
}: {
  readonly notification: Notification
}) {
  const marking = useApiMutation('readNotification', {
    invalidates: ['notifications'],
    onError: (error) => showErrorToast(errorMessage(error, notificationTexts.markFailed)),
  })
  const markRead = () => marking.mutate({ params: { id } })
  return (
    <li
      className={classNames(
        'flex flex-wrap items-start justify-between gap-3 rounded-card border p-4 shadow-card',
        read ? 'border-line bg-surface' : 'border-edge bg-brand-soft',
      )}
    >
      <div className="grid min-w-0 gap-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold break-words">
          <Link to={link} onClick={() => read || markRead()} className="underline-offset-4 hover:underline">
            {title}
          </Link>
          {!read && <Badge tone="warm">{notificationTexts.unread}</Badge>}
        </h2>
        <p className="break-words">{text}</p>
        <p className="text-sm text-muted">{longDate(at)}</p>
      </div>
      {!read && (
        <Button
          variant="quiet"
          small
          aria-label={notificationTexts.markOneRead(title)}
          pending={marking.isPending}
          onClick={markRead}
        >
          {notificationTexts.markRead}
        </Button>
      )}
    </li>
  )
}
