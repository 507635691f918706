# `cmake --build --preset package` makes springtide_<version>_<architecture>.deb in build/package: the program, the page, a
# systemd unit with a user of its own, settings under /etc/springtide, and what a host wants to read. tools/check_package
# installs and starts it on a bare system.
install(TARGETS springtide RUNTIME DESTINATION bin)
install(DIRECTORY web/dist/ DESTINATION share/springtide/web OPTIONAL)
install(DIRECTORY data/high_tide_leiman DESTINATION share/springtide/data)
install(FILES deploy/springtide.service DESTINATION lib/systemd/system)
install(PROGRAMS deploy/container/health DESTINATION share/springtide)
# Papers and examples keep their folders, so that they find each other by the names they use.
install(FILES deploy/Caddyfile deploy/nginx.conf deploy/release_signers deploy/springtide.service deploy/springtide.toml DESTINATION share/doc/springtide/deploy)
install(DIRECTORY deploy/monitoring deploy/container DESTINATION share/doc/springtide/deploy USE_SOURCE_PERMISSIONS)
install(FILES examples/bot.py examples/server_client.py DESTINATION share/doc/springtide/examples)
install(FILES docs/README.md DESTINATION share/doc/springtide/docs)
install(DIRECTORY docs/tutorials docs/how-to docs/reference docs/explanation docs/rules docs/api docs/decisions
  DESTINATION share/doc/springtide/docs)
install(FILES deploy/debian/copyright NOTICE.md CHANGELOG.md DESTINATION share/doc/springtide)
find_program(SPRINGTIDE_GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/springtide.1.gz
  COMMAND ${SPRINGTIDE_GZIP} -9nc ${CMAKE_SOURCE_DIR}/deploy/springtide.1 > ${CMAKE_BINARY_DIR}/springtide.1.gz
  DEPENDS deploy/springtide.1 VERBATIM)
add_custom_target(manual ALL DEPENDS ${CMAKE_BINARY_DIR}/springtide.1.gz)
install(FILES ${CMAKE_BINARY_DIR}/springtide.1.gz DESTINATION share/man/man1)
install(FILES deploy/springtide.toml DESTINATION /etc/springtide)
# The shells complete commands with what the program itself prints.
foreach(completion bash:share/bash-completion/completions:springtide zsh:share/zsh/vendor-completions:_springtide
                   fish:share/fish/vendor_completions.d:springtide.fish)
  string(REPLACE ":" ";" completion ${completion})
  list(GET completion 0 shell)
  list(GET completion 1 folder)
  list(GET completion 2 name)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/completion-${shell}
    COMMAND springtide completion ${shell} > ${CMAKE_BINARY_DIR}/completion-${shell} DEPENDS springtide VERBATIM)
  list(APPEND completions ${CMAKE_BINARY_DIR}/completion-${shell})
  install(FILES ${CMAKE_BINARY_DIR}/completion-${shell} DESTINATION ${folder} RENAME ${name})
endforeach()
add_custom_target(completion ALL DEPENDS ${completions})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "Springtide <springtide@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Certificates: calls to browsers and letters go out over TLS. The three libraries are loaded when they are first used, so that
# nothing finds them in the program (core/late_library.hpp).
set(CPACK_DEBIAN_PACKAGE_DEPENDS "passwd, init-system-helpers, ca-certificates, libpq5, libcurl4, libicu72")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${CMAKE_SOURCE_DIR}/deploy/debian/conffiles
  ${CMAKE_SOURCE_DIR}/deploy/debian/postinst
  ${CMAKE_SOURCE_DIR}/deploy/debian/postrm
  ${CMAKE_SOURCE_DIR}/deploy/debian/prerm)
set(CPACK_STRIP_FILES ON)
include(CPack)
