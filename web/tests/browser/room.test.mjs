// Everything a table at the server offers, by clicking: seats, the host's rights, questions, clocks, names, lists.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { begin, brokenLine, clean, decisions, gather, guest, openMenu, openTable } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';

const alertSays = (page, text) => page.waitForSelector(`[role=alert]:has-text("${text}")`);
const board = (page) =>
    page
        .locator('.cell')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label').split(', can')[0]));

async function threeAtTurnTheTide(kit) {
    const server = await host();
    const { guests } = await gather(kit, server, 'turn_the_tide', 3, {
        choose: (page) => page.click('button:has-text("3 players")'),
    });
    await begin(guests);
    return { server, guests, pages: guests.map(({ page }) => page) };
}

test.describe('a table at the server', () => {
    test('the host keeps a seat, adds a bot, mutes, asks to leave; a table without memory aid and spectators', async ({
        kit,
    }) => {
        const server = await host();
        const anna = await guest(kit, server);
        const link = await openTable(anna.page, 'turn_the_tide', async (page) => {
            await page.click('button:has-text("3 players")');
            await page.click('text=Clock and table settings');
            await page.uncheck('label:has-text("Allow spectators") input');
            await page.uncheck('label:has-text("memory aid") input');
        });
        for (const fact of ['no clock', 'no spectators', 'no memory aid'])
            await anna.page.waitForSelector(`li:has-text("${fact}")`);
        await anna.page.fill('label:has-text("Your name") input', 'Anna');
        await anna.page.press('label:has-text("Your name") input', 'Enter');
        await anna.page.waitForSelector('li:has-text("Anna")');

        await anna.page.locator('text=Reserve seat').first().click();
        const kept = await anna.page.locator('.key a').getAttribute('href');
        const ben = await guest(kit, server, { language: 'de', path: kept.replace(server.url, '') });
        await ben.page.waitForSelector('text=Ich bin bereit');
        await everySize(anna.page, 'room-host');
        const eve = await guest(kit, server, { language: 'de', path: link.replace(server.url, '') });
        await eve.page.locator('text=Hier sitzen').first().click();
        await anna.page.locator('button:has-text("Mute")').nth(1).click();
        await anna.page.waitForSelector('text=muted');
        // No box for a player who may not write.
        await eve.page.waitForSelector('section:has(#chat-title):has-text("stummgeschaltet")');
        assert.equal(await eve.page.locator('#chat').count(), 0);
        await anna.page.locator('button:text-is("Remove")').nth(1).click();
        await eve.page.waitForSelector('h1:has-text("steht dir nicht mehr offen")');
        await anna.page.click('text=Add bot');
        await anna.page.waitForSelector('button:has-text("Remove bot")');

        await anna.page.click('text=I’m ready');
        await ben.page.click('text=Ich bin bereit');
        await anna.page.waitForSelector('.hand .card');
        assert.equal(await anna.page.locator('summary:has-text("Memory aid")').count(), 0);
        const late = await guest(kit, server, { language: 'de', path: link.replace(server.url, '') });
        await late.page.waitForSelector('h1:has-text("keine Zuschauer erlaubt")');
        await inspect(late.page, 'room-refused');
        await clean([anna, ben, eve, late]);
        await server.stop();
    });
    test('undo, taking back by consent, leaving and coming back, ending by agreement, resigning, playing again', async ({
        kit,
    }) => {
        const server = await host();
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2, {
            choose: (page) => page.locator('.preset').nth(1).click(),
        });
        await begin(guests);
        const mine = async () => {
            const turn = await Promise.race(
                guests.map(({ page }, i) => page.waitForSelector('.status.mine').then(() => i)),
            );
            return [guests[turn].page, guests[1 - turn].page];
        };
        const [first, second] = await mine();
        const start = await board(first);
        // One button, that does what can be done: nothing yet, and it says so.
        const back = first.locator('.tools .back');
        assert.equal(await back.getAttribute('aria-disabled'), 'true');
        await back.dispatchEvent('click');
        await alertSays(first, 'nothing to undo');
        await decisions.high_tide_leiman(first);
        await first.click('.tools .back[aria-disabled="false"]:has-text("Undo")');
        await first.waitForSelector('.status.mine');
        assert.deepEqual(await board(first), start);

        await decisions.high_tide_leiman(first);
        await second.waitForSelector('.status.mine');
        await decisions.high_tide_leiman(second);
        await first.waitForSelector('.status.mine');
        assert.equal(await first.locator('text=Ask to undo').count(), 1);
        await first.click('.tools >> text=Ask to undo');
        await second.waitForSelector('.asked:has-text("wants to undo")');
        await first.locator('.tools .back').dispatchEvent('click');
        await alertSays(first, 'already a request');
        await inspect(second, 'question');
        await second.click('text=Decline');
        for (const page of [first, second]) await page.waitForFunction(() => !document.querySelector('.asked'));
        await first.click('text=Ask to undo');
        await second.click('.asked:has-text("wants to undo") >> text=Accept');
        await first.waitForFunction(() => !document.querySelector('.asked'));
        await first.waitForSelector('.status.mine');
        assert.deepEqual(await board(first), start);

        await openMenu(first);
        await first.click('text=Leave to a bot');
        await first.waitForSelector('.asked:has-text("A bot is playing for you")');
        await openMenu(second);
        await second.waitForSelector('li:has-text("away, a bot is playing")');
        await first.click('text=Take over again');
        await first.waitForFunction(() => !document.querySelector('.asked'));

        await openMenu(first);
        await first.click('text=Offer to end');
        await second.click('.asked:has-text("offers to end") >> text=Accept');
        for (const page of [first, second]) await page.waitForSelector('.result h2:has-text("agreement")');
        await inspect(first, 'ended');
        await first.click('text=Rematch');
        // Nobody is taken away: the other one is asked, over the result.
        await second.waitForSelector('text=Join rematch');
        assert.ok(await second.locator('.result').isVisible());
        assert.equal(await second.locator('.result .foot >> text=Rematch').count(), 0, 'one way to say yes');
        await second.click('text=Join rematch');
        await second.waitForFunction(
            () =>
                document.querySelector('h1')?.textContent === 'High Tide (Leiman)' && document.querySelector('.invite'),
        );
        // Both have agreed to play: the game begins.
        for (const page of [first, second]) await page.waitForSelector('.cell');
        await openMenu(second);
        await second.click('text=Resign');
        await second.click('text=Really resign?');
        await first.waitForSelector('.result .why:has-text(" resigned.")');
        assert.match(await first.textContent('.result h2'), /You w/);
        await second.waitForSelector('.result .why:has-text("You resigned.")');
        await clean(guests);
        await server.stop();
    });
    test('a clock runs, and when it is out a bot takes the seat until its owner is back', async ({ kit }) => {
        const server = await host();
        const anna = await guest(kit, server);
        await openTable(anna.page, 'high_tide_leiman', async (page) => {
            await page.click('text=Clock and table settings');
            await page.selectOption('label:has-text("Clock") select', 'blitz');
            await page.waitForSelector('text=a bot takes over for good');
        });
        await anna.page.waitForSelector('li:has-text("15 s per move + 1 min reserve")');
        await anna.page.click('text=Add bot');
        await anna.page.click('text=I’m ready');
        await anna.page.waitForSelector('.status.mine');
        assert.match(await anna.page.textContent('[role=timer]'), /^(1:\d\d|0:\d\d)$/);
        await inspect(anna.page, 'clock');

        // One second for a move: shorter than the page offers, so that nobody waits long.
        const table = await anna.page.evaluate(
            () =>
                new Promise((resolve) => {
                    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
                    const send = (message) => socket.send(JSON.stringify(message));
                    socket.onopen = () =>
                        send({
                            id: 1,
                            op: 'create',
                            game: 'high_tide_leiman',
                            players: 2,
                            seats: ['open', { bot: 'easy' }],
                            clock: { kind: 'live', move: 1, bank: 0 },
                            on_timeout: 'seat',
                        });
                    let made;
                    socket.onmessage = ({ data }) => {
                        const { id, table } = JSON.parse(data);
                        if (id === 3) resolve(made); // not before: leaving the page would take the requests along
                        if (id !== 1) return;
                        made = table;
                        send({ id: 2, op: 'join', table });
                        send({ id: 3, op: 'ready', table });
                    };
                }),
        );
        await anna.page.goto(`/t/${table}`);
        // The two bots are quick: the round may be over before the page has said it.
        await anna.page.waitForSelector(
            '.asked:has-text("A bot is playing for you"), .result, button:has-text("Next round")',
        );
        await anna.page.waitForSelector('#log-title ~ ol li:has-text("ran out of time")');
        await clean([anna]);
        await server.stop();
    });
    test('a name is kept with a password and used on another device; own games, lobby and leaderboards', async ({
        kit,
    }) => {
        const server = await host();
        const keep = async ({ page }, name) => {
            await page.goto('/#/register');
            await page.fill('input[autocomplete="username"]', name);
            await page.fill('input[type="password"]', 'long enough');
            await page.click('form button:not(.primary)');
            await page.waitForSelector(`h1:has-text("${name}")`);
        };
        const [anna, ben] = [await guest(kit, server), await guest(kit, server)];
        await keep(anna, 'Anna');
        await keep(ben, 'Ben');
        await inspect(anna.page, 'me-empty');
        await anna.page.goto('/#/best');
        await anna.page.waitForSelector('text=No players yet');
        await inspect(anna.page, 'best-empty');
        await anna.page.goto('/#/');
        await openTable(anna.page, 'high_tide_leiman', (page) => page.check('text=Show in open tables')); // friends come by the link; strangers only where the host says so
        await ben.page.goto('/#/');
        await ben.page.waitForSelector('h2:has-text("Open tables")');
        await ben.page.waitForSelector('a:has-text("1 seat free")');
        await everySize(ben.page, 'lobby');
        await ben.page.click('a:has-text("1 seat free")');
        await ben.page.click('text=Sit here');
        await begin([anna, ben]);
        const waiting = await guest(kit, server, { path: '/' });
        await waiting.page.waitForSelector('h2:has-text("Games to watch")');
        await ben.page.goto('/#/me/games');
        await ben.page.waitForSelector('h2:has-text("Games in progress")');
        await ben.page.click('a:has-text("High Tide (Leiman)"):has-text("Anna")');
        await openMenu(ben.page);
        await ben.page.click('text=Resign');
        await ben.page.click('text=Really resign?');
        await anna.page.waitForSelector('.result .why:has-text("Ben resigned.")');
        // Both play from one machine, so the game is not rated: a list as a large server has it.
        const players = ['Anna', 'Ben'].map((name, i) => ({ name, rating: 1700 - 100 * i, deviation: 60, games: 40 }));
        await anna.page.route('**/api/leaderboard/high_tide_leiman', (route) => route.fulfill({ json: { players } }));
        await anna.page.goto('/#/best/high_tide_leiman');
        await anna.page.waitForSelector('tr.me:has-text("Anna")');
        assert.deepEqual(await anna.page.locator('tbody th').allTextContents(), ['Anna', 'Ben']);
        await everySize(anna.page, 'best');

        const phone = await guest(kit, server, { size: 'phone', language: 'de', path: '/' });
        await phone.page.goto('/#/login');
        await phone.page.fill('input[autocomplete="username"]', 'Anna');
        await phone.page.fill('input[type="password"]', 'wrong enough');
        await phone.page.click('form button');
        await alertSays(phone.page, 'stimmt nicht');
        await phone.page.fill('input[type="password"]', 'long enough');
        await phone.page.click('form button');
        await phone.page.waitForSelector('h1:has-text("Anna")');
        await phone.page.goto('/#/me/games');
        await phone.page.waitForSelector('h2:has-text("Beendete Partien")');
        await phone.page.waitForSelector('a:has-text("Du hast gewonnen")');
        // Of today only the hour; the whole date is there for whoever wants it.
        assert.match(await phone.page.textContent('main time'), /^(\d{1,2}\. \w+\.?, )?\d{1,2}:\d{2}$/); // a day where midnight lay between
        assert.match(await phone.page.getAttribute('main time', 'title'), /\d{1,2}\.\d{2}\.\d{4}, \d{2}:\d{2}/);
        await everySize(phone.page, 'me');
        await phone.page.goto('/#/me');
        await phone.page.click('main button:has-text("abmelden")');
        await phone.page.waitForSelector('h1:has-text("Guest")');
        // Deleted, the name leaves the pages of others at once.
        await ben.page.waitForFunction(() => document.body.textContent.includes('Anna'));
        await anna.page.goto('/#/me/data');
        const leaving = anna.page.locator('details').last();
        await leaving.locator('summary').click();
        await leaving.locator('input[type="password"]').fill('long enough');
        await leaving.locator('button').click();
        await anna.page.waitForSelector('h1:has-text("Guest")');
        await ben.page.waitForFunction(
            () => !document.body.textContent.includes('Anna') && document.body.textContent.includes('Guest'),
        );
        await clean([anna, ben, waiting, phone], /403|400/);
        await server.stop();
    });
    test('a trick taken back by consent leaves no mark, and the question moves nothing', async ({ kit }) => {
        const { server, guests, pages } = await threeAtTurnTheTide(kit);
        for (const page of pages) await decisions.turn_the_tide(page);
        for (const page of pages)
            await page.waitForFunction(
                () =>
                    document.querySelectorAll('.hand .card').length === 11 &&
                    document.querySelector('.note .words:not(:empty)'),
            );
        const lies = () => pages[1].locator('.islands').boundingBox();
        const stood = await lies();
        await pages[0].click('text=Ask to undo');
        await pages[1].waitForSelector('.asked:has-text("wants to undo")');
        assert.deepEqual(await lies(), stood, 'what somebody asks moves nothing');
        for (const page of pages.slice(1)) await page.click('.asked:has-text("wants to undo") >> text=Accept');
        for (const page of pages) {
            await page.waitForFunction(() => document.querySelectorAll('.note .words:not(:empty)').length === 0);
            assert.equal((await page.textContent('.pays')).trim(), '');
        }
        await clean(guests);
        await server.stop();
    });
    test('a player who resigned is not offered the seat again, one who left it to a bot is', async ({ kit }) => {
        const { server, guests, pages } = await threeAtTurnTheTide(kit);
        // Two buttons that look different: one needs a second click and cannot be undone.
        const look = (words) =>
            pages[2].locator(`button:has-text("${words}")`).evaluate((button) => getComputedStyle(button).color);
        await openMenu(pages[2]);
        assert.notEqual(await look('Resign'), await look('Leave to a bot'));
        await openMenu(pages[1]);
        await pages[1].click('text=Leave to a bot');
        await pages[1].waitForSelector('.asked:has-text("A bot is playing for you")');
        await pages[1].click('text=Take over again');
        await pages[1].waitForFunction(() => !document.querySelector('.asked'));
        await pages[2].click('text=Resign');
        await pages[2].click('text=Really resign?');
        await pages[2].waitForSelector('.asked:has-text("You resigned")');
        assert.equal(await pages[2].locator('text=Take over again').count(), 0);
        await inspect(pages[2], 'resigned');
        await pages[2].reload();
        await pages[2].waitForSelector('.asked:has-text("You resigned")');
        assert.equal(await pages[2].locator('text=Take over again').count(), 0);
        await clean(guests);
        await server.stop();
    });
    test('the game begins at the top of the page, without the invitation', async ({ kit }) => {
        const server = await host();
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2, { options: () => ({ size: 'phone' }) });
        const [anna, ben] = guests.map(({ page }) => page);
        // Once every seat is taken, neither the host nor the invited player sees the code.
        for (const page of [anna, ben])
            await page.waitForFunction(() =>
                [...document.querySelectorAll('.invite')].every((one) => !one.checkVisibility()),
            );
        // In a window lower than the board: a page that fits would be at its top by itself.
        for (const page of [anna, ben]) await page.setViewportSize({ width: 360, height: 560 });
        for (const page of [anna, ben]) await page.evaluate(() => scrollTo(0, 400));
        await begin(guests);
        for (const page of [anna, ben]) {
            await page.waitForFunction(() => scrollY === 0);
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollHeight > innerHeight),
                'there is something to scroll',
            );
        }
        await clean(guests);
        await server.stop();
    });
    test('a lost line is told over nothing that can be touched, and a player who left the page is shown as gone', async ({
        kit,
    }) => {
        const server = await host();
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2, { options: () => ({ size: 'phone' }) });
        const [anna, ben] = guests.map(({ page }) => page);
        await begin(guests);
        for (const page of [anna, ben]) await page.setViewportSize({ width: 360, height: 740 });
        // The question to the others stands above the board, so the sheet that sent it closes.
        await ben.click('.tools .more');
        await openMenu(ben);
        await ben.click('#around.open >> text=Offer to end');
        await ben.waitForFunction(() => !document.querySelector('#around.open'));
        await anna.click('.asked >> text=Decline');
        await guests[0].context.setOffline(true);
        await anna.waitForSelector('.toast:has-text("Connection lost")');
        // It lies on nobody's plate and on nothing that can be touched, upright and on its side.
        for (const [width, height] of [
            [390, 844],
            [360, 740],
            [844, 390],
        ]) {
            await anna.setViewportSize({ width, height });
            const covered = await anna.evaluate(() => {
                const toast = document.querySelector('.toast').getBoundingClientRect();
                const meets = (box) =>
                    box.width > 0 &&
                    box.left < toast.right &&
                    box.right > toast.left &&
                    box.top < toast.bottom &&
                    box.bottom > toast.top;
                return [...document.querySelectorAll('.board, .tools, .home')]
                    .filter((part) => meets(part.getBoundingClientRect()))
                    .map((part) => part.className);
            });
            assert.deepEqual(covered, [], `at ${width}x${height}`);
        }
        await anna.setViewportSize({ width: 360, height: 740 });
        await guests[0].context.setOffline(false);
        await anna.waitForFunction(() => !document.querySelector('.toast'));
        // Who closes the page is gone, and it shows on the plate.
        await ben.goto('/licences.txt');
        await anna.waitForSelector('.player .away:has-text("offline")');
        await ben.goBack();
        await anna.waitForFunction(() => !document.querySelector('.player .away'));
        await clean(guests, brokenLine);
        await server.stop();
    });
});
