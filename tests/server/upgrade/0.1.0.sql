BEGIN TRANSACTION;
CREATE TABLE event (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,           -- milliseconds since 1970
    body TEXT NOT NULL,            -- JSON, see server/room_event.hpp
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',1,1794830747279,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"high_tide_leiman","players":2,"options":{"stones":"3","first":"random","setup":"random"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"perfect","host":"9b80a4eaeb152102b75534f49cc47622","secret":"8da7a419fe032a765fc3d107eb74ae05be157bc461eb99968af84200e62d0446"}}');
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',2,1794830747280,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"f5b0a9a850591881bd9eacc80c4db84e","message":"\"0c2917daf92325e6\""}');
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',3,1794830747280,'{"kind":"joined","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","key":"9f12af678de649852c63e5cc6815a2cd","message":"\"e4d9d7f9eedb53cc\""}');
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',4,1794830747281,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"742c7ed31888e664","message":"\"3deeeda0207543fa\""}');
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',5,1794830747281,'{"kind":"ready","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"545785515791852f","message":"\"e2a640552f1541fd\"","chance":["first pink","setup p,b,b/b,b,n,p/b,b,n,n,n/b,p,p,p/n,p,p"]}');
INSERT INTO "event" VALUES('50c890ff236ea1d600118b2843d59b59',6,1794830747282,'{"kind":"resign","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","message":"\"ace4a41390042b57\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',1,1794830747209,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"high_tide_henn","players":3,"options":{"edition":"de","coins":"false","sharks":"false","surfers":"false","baywatch":"false","ending":"after_round","beach_length":"20","rental_start":"4","coins_hidden":"true","coin_values":"1,2,3,4,5,6,7,8","shark_values":"1,2,2,3,3,4,4","surfers_hidden":"false"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"best","host":"9b80a4eaeb152102b75534f49cc47622","secret":"2ec2b82f000046d6faefe6ba29ab9f0d79d2d7ee56967ec0d41247b2bb23a0c4"}}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',2,1794830747213,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"fff4d1a227800070f1bcc2c8e151027c","message":"\"feab5d1944fcbae7\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',3,1794830747225,'{"kind":"joined","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","key":"42a34afb201e883af30cc7c312ecba19","message":"\"10423d66a4d02a0f\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',4,1794830747226,'{"kind":"joined","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","key":"0e5de0205deb6b8896d4aa49d543e7e8","message":"\"1913151f665ce082\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',5,1794830747227,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"6ea09bfdb57bb39c","message":"\"93312a43df4a5bd4\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',6,1794830747227,'{"kind":"ready","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"2e3672e385e99ea9","message":"\"062629dfbb64523f\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',7,1794830747228,'{"kind":"ready","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"83b1c408adb3a000","message":"\"3da6dcaeee39f11c\"","chance":["towels 1,2,0"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',8,1794830747229,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"roll","message":"\"d25dd40e5b4d8853\"","chance":["roll w6 p5"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',9,1794830747230,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"accept","message":"\"ed948ae2f198493f\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',10,1794830747231,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"roll","message":"\"5b695e1f8804a667\"","chance":["roll p6 w6"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',11,1794830747232,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"accept","message":"\"24419f2fe583b215\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',12,1794830747232,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"roll","message":"\"3eb17528ec3f13bc\"","chance":["roll y3 b1"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',13,1794830747237,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"accept","message":"\"50912a7d9a490caa\"","chance":["roll k4 k3"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',14,1794830747243,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"roll","message":"\"6b3e2d39eaf162f1\"","chance":["roll y6 p4"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',15,1794830747245,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"accept","message":"\"88b11bc4356ac433\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',16,1794830747247,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"roll","message":"\"d25d4d4ae03bd15c\"","chance":["roll k2 w2"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',17,1794830747247,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"accept","message":"\"7d617a99b2b8ef71\""}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',18,1794830747248,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"roll","message":"\"145ce11d45f31299\"","chance":["roll b3 o2"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',19,1794830747249,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"accept","message":"\"b4c5493064c736fe\"","chance":["roll k4 o4"]}');
INSERT INTO "event" VALUES('6bb204935a12d2af272d82fd12fc8c78',20,1794830747249,'{"kind":"chat","guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"until tomorrow","message":"\"316cf94f463b0314\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',1,1794830747254,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"high_tide_leiman","players":2,"options":{"stones":"3","first":"random","setup":"random"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"perfect","host":"9b80a4eaeb152102b75534f49cc47622","secret":"005d600e5c2f60299a6770b45c57a81b2a827eb1c3f62720a9c9fee1a14ff483"}}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',2,1794830747254,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"b12b18f99de1705ab69edfe1e9161895","message":"\"35a2bf04a35400c9\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',3,1794830747255,'{"kind":"joined","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","key":"c0dff08b165b1be360da8d0b788ea4f3","message":"\"670c44f1caa693c0\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',4,1794830747255,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"aab87d1531befd34","message":"\"2fa60840391cc7f4\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',5,1794830747256,'{"kind":"ready","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"7a27f79ac41ef692","message":"\"e21e7dc3592249d2\"","chance":["first pink","setup n,b,p/p,b,n,p/p,p,n,b,n/b,n,p,p/b,b,b"]}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',6,1794830747257,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"a1-a2","message":"\"b5f3b6e36b3a0e00\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',7,1794830747257,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"c5-b4","message":"\"4344bd2100b30e1f\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',8,1794830747258,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"a3-a2","message":"\"3873370878f38b6a\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',9,1794830747269,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"d1-c1","message":"\"ddcad2db8e1f133e\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',10,1794830747277,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"b1-b2","message":"\"3c94aebc2ba7e3ee\""}');
INSERT INTO "event" VALUES('861267f6f9e4ac7fab97026121dff9c7',11,1794830747278,'{"kind":"chat","guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"until tomorrow","message":"\"cee98a8bcf627edd\""}');
INSERT INTO "event" VALUES('8a5defe16154adb7d134b78fcb97fa13',1,1794830747285,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"turn_the_tide","players":3,"options":{"edition":"amigo","cascade":"true","leftovers_open":"false"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"bot","level":"medium","key":"","guest":"","name":""},{"kind":"bot","level":"easy","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"best","host":"9b80a4eaeb152102b75534f49cc47622","secret":"d545ac65ba3f2c31e5d020292fb75d447ac8ad390d9a55c61aa17cc0bddb2b85"}}');
INSERT INTO "event" VALUES('8a5defe16154adb7d134b78fcb97fa13',2,1794830747285,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"8f323d0c372c6ef573643e8bec065464","message":"\"d056bbde5f4ac927\""}');
INSERT INTO "event" VALUES('8a5defe16154adb7d134b78fcb97fa13',3,1794830747286,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"00","message":"\"bae15f3423141d3c\"","chance":["deal 1,2,11,13,18,25,36,37,38,44,51,60|5,8,9,10,12,28,34,35,53,57,58,59|4,7,16,19,26,31,39,42,45,49,50,52","tides 5 9"]}');
INSERT INTO "event" VALUES('8a5defe16154adb7d134b78fcb97fa13',4,1794830747287,'{"kind":"play","seat":1,"text":"8"}');
INSERT INTO "event" VALUES('8a5defe16154adb7d134b78fcb97fa13',5,1794830747287,'{"kind":"play","seat":2,"text":"4"}');
INSERT INTO "event" VALUES('a1a5ff6d0893f477a84bb59d18f325dc',1,1794830747287,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"turn_the_tide","players":4,"options":{"edition":"amigo","cascade":"true","leftovers_open":"false"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"best","host":"9b80a4eaeb152102b75534f49cc47622","secret":"203b409dd28129f78ba4618b8872dc3760ead7e94b56d488d53b1b043d176c81"}}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',1,1794830747084,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"turn_the_tide","players":3,"options":{"edition":"amigo","cascade":"true","leftovers_open":"false"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"none","move":0,"bank":0},"on_timeout":"move","bot":"best","host":"9b80a4eaeb152102b75534f49cc47622","secret":"e8d221f30a32bc27975bc0288de05e1095144581bf4cd0933f4051f0af6107ff"}}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',2,1794830747114,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"bc4b985019688d15858d627697391c6e","message":"\"cda739fda8be379f\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',3,1794830747126,'{"kind":"joined","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","key":"34a6e828fd22ee421eba8980ff21906d","message":"\"a5cbe1ca3d8ea735\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',4,1794830747131,'{"kind":"joined","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","key":"907e4e251a1cd353b9ed4d58bf3124cd","message":"\"fcc45a297333d824\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',5,1794830747142,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"627af32fcea9f4c3","message":"\"da5e2c1312536a34\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',6,1794830747154,'{"kind":"ready","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"a7ea7eee2d7b02e3","message":"\"0ce3bd3ec66c6ff0\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',7,1794830747162,'{"kind":"ready","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"b2a99226c928bba3","message":"\"b63d221f5de0f0be\"","chance":["deal 10,11,13,24,25,28,34,37,51,53,57,58|2,5,9,12,22,36,38,42,47,49,50,54|4,7,14,18,21,31,32,45,52,55,56,59","tides 6 11"]}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',8,1794830747164,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"10","message":"\"d52263471badd50c\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',9,1794830747166,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"12","message":"\"9b14441081b1027c\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',10,1794830747178,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"14","message":"\"6223ac78a9a6ad71\"","chance":["tides 8 9"]}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',11,1794830747186,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"11","message":"\"8ccc03d4873428a5\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',12,1794830747186,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"2","message":"\"2173e92106489bf0\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',13,1794830747190,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"18","message":"\"d52111bfaa8c90bb\"","chance":["tides 1 5"]}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',14,1794830747191,'{"kind":"play","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"13","message":"\"5db7de79bf3665e5\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',15,1794830747194,'{"kind":"play","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"22","message":"\"2f53614b52edc249\""}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',16,1794830747202,'{"kind":"play","seat":2,"guest":"b4ebd1192028e8c716bce3ca8734132d","name":"Guest b4eb","text":"21","message":"\"ee6f5952ac8ee181\"","chance":["tides 7 12"]}');
INSERT INTO "event" VALUES('c0ce327931c70bd9e9f96a5d98cadad5',17,1794830747203,'{"kind":"chat","guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"until tomorrow","message":"\"39dc5216b0d9043d\""}');
INSERT INTO "event" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb',1,1794830747282,'{"kind":"created","guest":"9b80a4eaeb152102b75534f49cc47622","setup":{"game":"high_tide_leiman","players":2,"options":{"stones":"3","first":"random","setup":"random"},"seats":[{"kind":"open","level":"","key":"","guest":"","name":""},{"kind":"open","level":"","key":"","guest":"","name":""}],"listed":false,"spectators":true,"memory_aid":true,"clock":{"kind":"live","move":3600000,"bank":3600000},"on_timeout":"move","bot":"perfect","host":"9b80a4eaeb152102b75534f49cc47622","secret":"dbae024e3e02e256e78e8402fee40a79c403ce1df2a32240664f92b5f23d4f91"}}');
INSERT INTO "event" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb',2,1794830747283,'{"kind":"joined","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","key":"700527a25c80b0fe30ca6f2541d4aab8","message":"\"33debde823dcabfc\""}');
INSERT INTO "event" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb',3,1794830747283,'{"kind":"joined","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","key":"256924e1fc773ee47c82913c88e03c6f","message":"\"8c97fed2ebffbdcb\""}');
INSERT INTO "event" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb',4,1794830747283,'{"kind":"ready","seat":0,"guest":"9b80a4eaeb152102b75534f49cc47622","name":"Marina","text":"59252e0e0a9f0a55","message":"\"8c182b84efe745f2\""}');
INSERT INTO "event" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb',5,1794830747284,'{"kind":"ready","seat":1,"guest":"acd1d18e5618adcdad278411a54da2b8","name":"Guest acd1","text":"41f98506eb92e9d3","message":"\"a089d2dc9c8e9862\"","chance":["first pink","setup b,b,n/n,b,p,b/p,n,n,b,p/b,n,p,p/p,p,b"]}');
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "fact" VALUES('alive','1794830746937');
INSERT INTO "fact" VALUES('signing_key','243bb9d16a8392ecbc89619bb8529827c5d7daaa4a491fed1a974890405a536f');
CREATE TABLE guest (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    claimed TEXT UNIQUE,           -- the name in small letters, once it is claimed
    password TEXT                  -- Argon2id
) WITHOUT ROWID;
INSERT INTO "guest" VALUES('9b80a4eaeb152102b75534f49cc47622','Marina','marina','$argon2id$v=19$m=65536,t=2,p=1$J1lSNCmEwbK7e0DEX9ngSw$9FgMSKTX/t8gyqhuUvepFspCCLyehGjZqbX5azPJ3hQ');
INSERT INTO "guest" VALUES('acd1d18e5618adcdad278411a54da2b8','Guest acd1',NULL,NULL);
INSERT INTO "guest" VALUES('b4ebd1192028e8c716bce3ca8734132d','Guest b4eb',NULL,NULL);
CREATE TABLE rating (
    guest_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, guest_id)
) WITHOUT ROWID;
CREATE TABLE room (
    table_id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,           -- open, running, over
    listed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    summary TEXT NOT NULL          -- JSON for lists
, duty INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
INSERT INTO "room" VALUES('50c890ff236ea1d600118b2843d59b59','high_tide_leiman','over',0,1794830747282,'{"players":2,"seats":["Marina","Guest acd1"],"result":[1]}',0);
INSERT INTO "room" VALUES('6bb204935a12d2af272d82fd12fc8c78','high_tide_henn','running',0,1794830747228,'{"players":3,"seats":["Marina","Guest acd1","Guest b4eb"],"result":null}',0);
INSERT INTO "room" VALUES('861267f6f9e4ac7fab97026121dff9c7','high_tide_leiman','running',0,1794830747256,'{"players":2,"seats":["Marina","Guest acd1"],"result":null}',0);
INSERT INTO "room" VALUES('8a5defe16154adb7d134b78fcb97fa13','turn_the_tide','running',0,1794830747286,'{"players":3,"seats":["Marina","bot medium","bot easy"],"result":null}',1);
INSERT INTO "room" VALUES('a1a5ff6d0893f477a84bb59d18f325dc','turn_the_tide','open',0,1794830747287,'{"players":4,"seats":[null,null,null,null],"result":null}',0);
INSERT INTO "room" VALUES('c0ce327931c70bd9e9f96a5d98cadad5','turn_the_tide','running',0,1794830747162,'{"players":3,"seats":["Marina","Guest acd1","Guest b4eb"],"result":null}',0);
INSERT INTO "room" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb','high_tide_leiman','running',0,1794830747284,'{"players":2,"seats":["Marina","Guest acd1"],"result":null}',1);
CREATE TABLE seat (
    table_id TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (guest_id, table_id)
) WITHOUT ROWID;
INSERT INTO "seat" VALUES('50c890ff236ea1d600118b2843d59b59','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('6bb204935a12d2af272d82fd12fc8c78','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('861267f6f9e4ac7fab97026121dff9c7','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('8a5defe16154adb7d134b78fcb97fa13','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('c0ce327931c70bd9e9f96a5d98cadad5','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb','9b80a4eaeb152102b75534f49cc47622',0);
INSERT INTO "seat" VALUES('50c890ff236ea1d600118b2843d59b59','acd1d18e5618adcdad278411a54da2b8',1);
INSERT INTO "seat" VALUES('6bb204935a12d2af272d82fd12fc8c78','acd1d18e5618adcdad278411a54da2b8',1);
INSERT INTO "seat" VALUES('861267f6f9e4ac7fab97026121dff9c7','acd1d18e5618adcdad278411a54da2b8',1);
INSERT INTO "seat" VALUES('c0ce327931c70bd9e9f96a5d98cadad5','acd1d18e5618adcdad278411a54da2b8',1);
INSERT INTO "seat" VALUES('fc9acac3356d26ab7b90ca150fa1ffbb','acd1d18e5618adcdad278411a54da2b8',1);
INSERT INTO "seat" VALUES('6bb204935a12d2af272d82fd12fc8c78','b4ebd1192028e8c716bce3ca8734132d',2);
INSERT INTO "seat" VALUES('c0ce327931c70bd9e9f96a5d98cadad5','b4ebd1192028e8c716bce3ca8734132d',2);
CREATE INDEX room_by_phase ON room (phase, listed, at);
CREATE INDEX room_on_duty ON room (table_id) WHERE phase = 'running' AND duty = 1;
COMMIT;
PRAGMA user_version=2;
