import type { Texts } from '../languages';
import { boards } from './boards';
import { events } from './events';
import { explore } from './explore';
import { learn } from './learn';
import { lessons } from './lessons';
import { online } from './online';
import { page } from './page';
import { people } from './people';
import { reasons } from './reasons';
import { refusals } from './refusals';
import { stage } from './stage';

export const fr: Texts = { ...page, ...boards, ...events, ...online, ...people, ...reasons, ...refusals, ...explore, ...learn, ...lessons, ...stage };
