// Everything around a board: offline, languages, undo, typed moves, two people at one device, coming back.
import assert from 'node:assert/strict';
import { settled, startGame, visitor } from './kit.mjs';

export const tests = {
    async 'after the first visit it starts and plays with the network cut'(kit) {
        const { page, context, close } = await visitor(kit);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await context.setOffline(true);
        await page.reload();
        await page.waitForSelector('h1:has-text("Springtide")');
        await startGame(page, 'high_tide_leiman');
        for (let i = 0; i < 3 && !(await settled(page)); i += 1) {
            await page.locator('.cell.movable .top').first().click();
            await page.locator('.cell.target .top').first().click();
            await page.waitForFunction(() => !document.querySelector('.cell.target'));
        }
        await settled(page);
        assert.ok((await page.locator('aside li.fresh').count()) > 0);
        await close();
    },
    async 'German from the browser, English by choice, kept for the next visit'(kit) {
        const { page, problems, close } = await visitor(kit, { language: 'de-DE' });
        await page.waitForSelector('text=Drei Spiele vom Meer');
        assert.equal(await page.getAttribute('html', 'lang'), 'de');
        await startGame(page, 'turn_the_tide');
        await settled(page);
        await page.waitForSelector('text=Wähle eine Karte');
        await page.click('button[aria-label="Einstellungen"]');
        await page.click('button:has-text("English")');
        await page.waitForSelector('text=Choose a card');
        await page.reload();
        await page.waitForSelector('text=Choose a card');
        assert.deepEqual(problems, []);
        await close();
    },
    async 'a game goes on after closing the page, and from the start page'(kit) {
        const { page, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await settled(page);
        await page.locator('.cell.movable .top').first().click();
        await page.locator('.cell.target .top').first().click();
        await page.waitForFunction(() => !document.querySelector('.cell.target'));
        await settled(page);
        const board = () => page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
        const before = await board();
        await page.goto('about:blank');
        await page.goto('/');
        await page.click('text=Go on with High Tide (Leiman)');
        await settled(page);
        assert.deepEqual(await board(), before);
        await close();
    },
    async 'moves can be typed and taken back; a wrong one gets a sentence'(kit) {
        const { page, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await settled(page);
        const lines = () => page.locator('aside li').count();
        const before = await lines();
        await page.fill('#typed', 'c3-a1');
        await page.press('#typed', 'Enter');
        await page.waitForSelector('[role=alert]:has-text("c3")');
        assert.equal(await lines(), before);
        await page.fill('#typed', await page.locator('#typed-moves option').first().getAttribute('value'));
        await page.press('#typed', 'Enter');
        await page.waitForFunction((n) => document.querySelectorAll('aside li').length > n, before);
        await settled(page);
        await page.click('text=Take back');
        await page.waitForFunction((n) => document.querySelectorAll('aside li').length === n, before);
        await close();
    },
    async 'a tile can be dragged'(kit) {
        const { page, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await settled(page);
        const move = await page.locator('#typed-moves option').first().getAttribute('value');
        const middle = async (cell) => {
            const box = await page.locator(`[data-cell=${cell}]`).boundingBox();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const before = await page.locator('aside li').count();
        await page.mouse.move(...(await middle(move.slice(0, 2))));
        await page.mouse.down();
        await page.mouse.move(...(await middle(move.slice(3))), { steps: 8 });
        await page.mouse.up();
        await page.waitForFunction((n) => document.querySelectorAll('aside li').length > n, before);
        await close();
    },
    async 'two people at one device never see each other\'s hand'(kit) {
        const { page, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide', { before: () => page.click('.seats li:nth-child(2) button') });
        await page.waitForSelector('text=Hand the device to Amrum');
        assert.equal(await page.locator('.hand').count(), 0);
        await page.click('text=I am ready');
        const hand = () => page.locator('.hand .card').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
        await page.waitForSelector('.hand .card');
        const first = await hand();
        await page.locator('.hand .card').first().click();
        await page.click('.act .button');
        await page.waitForSelector('text=Hand the device to Borkum');
        assert.equal(await page.locator('.hand').count(), 0);
        await page.click('text=I am ready');
        await page.waitForSelector('.hand .card');
        const second = await hand();
        assert.equal(second.length, 12);
        assert.ok(second.every((card) => !first.includes(card)));
        await close();
    },
    async 'whose turn it is stands in the tab title; a hint and a record can be had'(kit) {
        const { page, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide');
        await settled(page);
        assert.match(await page.title(), /● Your turn · Turn the Tide/);
        await page.click('text=Hint');
        await page.waitForSelector('text=A bot would play');
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save record')]);
        assert.equal(download.suggestedFilename(), 'turn_the_tide.txt');
        await close();
    },
};
