// The keys of all texts: an unknown one does not compile.
import type account from '../../../texts/en/account.json';
import type boards from '../../../texts/en/boards.json';
import type events from '../../../texts/en/events.json';
import type explore from '../../../texts/en/explore.json';
import type learn from '../../../texts/en/learn.json';
import type lessons from '../../../texts/en/lessons.json';
import type notifications from '../../../texts/en/notifications.json';
import type online from '../../../texts/en/online.json';
import type page from '../../../texts/en/page.json';
import type people from '../../../texts/en/people.json';
import type reasons from '../../../texts/en/reasons.json';
import type refusals from '../../../texts/en/refusals.json';
import type stage from '../../../texts/en/stage.json';
import type table from '../../../texts/en/table.json';

type English = typeof account &
    typeof boards &
    typeof events &
    typeof explore &
    typeof learn &
    typeof lessons &
    typeof notifications &
    typeof online &
    typeof page &
    typeof people &
    typeof reasons &
    typeof refusals &
    typeof stage &
    typeof table;
/** Keys that begin with @ are comments for translators. */
export type Key = Exclude<keyof English, `@${string}`>;
